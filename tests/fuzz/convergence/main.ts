import { setTimeout as pause } from 'node:timers/promises'
import type { ConversationView } from '#contract/messages.ts'
import type { PostView } from '#contract/posts.ts'
import type { Stage } from '#tests/realtime/support/actor.ts'
import { seeded, type Random } from '#tests/realtime/support/random.ts'
import { faultsInStore } from '#tests/support/stored-messages.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { until } from '#tests/support/until.ts'
import { differences, missingIn, openPage, type Page } from './page.ts'
import type { PageSettings, Shown } from './page-worker.ts'
import { openPalace, type Palace } from './palace.ts'
import { roaming, verbsOf } from './verbs.ts'

/** How much each person does, if that does not take too long, and how often something is killed meanwhile. */
const DEEDS = 80
const ACTING_MS = 60_000
const KILLS = 2
/** The longest pause before something is killed. */
const CALM_MS = 4_000
/** How long pages may take to show what a page opened now shows: the time in which a dead process is noticed, and more. */
const CONVERGES_MS = 60_000
/** How long a new page may take to load, on a machine whose cores are all busy. */
const LOADS_MS = 60_000

/**
 * `npm run test:fuzz -- --part convergence --seeds 50`: people do whatever the product lets them do, with open pages
 * that run the product's own client code, while servers, store and Redis are killed. Then every page must show what the
 * same page shows when it is opened anew.
 */
export async function runConvergence({ seeds, first }: { seeds: number; first: number }): Promise<number> {
  const began = Date.now()
  const palace = await openPalace()
  let faults = 0
  try {
    const staff = await adminOf(palace)
    for (let seed = first; seed < first + seeds; seed += 1) {
      const found = await runSeed(palace, staff, seed)
      faults += found.length
      for (const fault of found) console.error(fault)
      console.log(
        `seed ${seed}: ${found.length === 0 ? 'silent' : `${found.length} faults`}, ${secondsSince(began)} s`,
      )
    }
  } finally {
    await palace.close()
  }
  console.log(`${seeds} seeds in ${secondsSince(began)} s: ${faults} faults`)
  return faults === 0 ? 0 : 1
}

const secondsSince = (moment: number) => Math.round((Date.now() - moment) / 1000)

async function adminOf({ sites, store }: Palace): Promise<Person> {
  const king = await person(sites[0]!, 'king')
  await store.collection('users').updateOne({ handle: 'king' }, { $set: { isAdmin: true }, $inc: { rev: 1 } })
  await until('the king is crowned', async () => (await king.get('/admin/stats')).status === 200)
  return king
}

async function runSeed(palace: Palace, king: Person, seed: number): Promise<string[]> {
  const random = seeded(seed)
  const { sites } = palace
  const people = await Promise.all(
    ['ann', 'bob', 'cat', 'dan', 'eve'].map((name) => person(sites[0]!, `${name}_${seed}`)),
  )
  const staff = roaming(king, sites, random)
  const roamers = people.map((one) => roaming(one, sites, random))
  const stage: Stage = { random, people: roamers, sites, sent: new Map() }
  const settings = await settingsOf(people, king, palace)
  const pages = await Promise.all(settings.map(openPage))
  const deeds = new Map<string, number>()
  const acting = { stage, staff, deeds, end: Date.now() + ACTING_MS }
  const over = new AbortController()
  const using = pages.map((page) => useAndCut(page, random, over.signal))
  await Promise.all([
    ...roamers.slice(0, -1).map((one) => act(one, acting, DEEDS)),
    actAndGo(roamers.at(-1)!, acting),
    disturbMeanwhile(palace, random, deeds),
  ]).finally(() => over.abort())
  await Promise.all(using)
  const found = await Promise.all(
    settings.map(async (one, at) =>
      (await compare(pages[at]!, one)).map((what) => `seed ${seed}, ${one.who}: ${what}`),
    ),
  )
  await Promise.all(pages.map((page) => page.close()))
  found.push((await lastingInStore(palace.store, stage)).map((what) => `seed ${seed}, store: ${what}`))
  console.log(`  ${[...deeds].map(([what, count]) => `${what} ${count}`).join(', ')}`)
  return found.flat()
}

interface Settings extends PageSettings {
  readonly who: string
}

/** Three people and an admin have pages. The others only act. */
async function settingsOf(people: readonly Person[], king: Person, { sites }: Palace): Promise<Settings[]> {
  const [ann, bob, cat] = people as [Person, Person, Person]
  for (const one of people)
    for (const other of people) if (one !== other) await one.post(`/users/${other.id}/follow`)
  const post = (await bob.post<PostView>('/posts', { text: 'Open #throne' })).body
  const gentle = (await cat.post<PostView>('/posts', { text: 'Gently', dial: 'gentle' })).body
  const group = { name: 'All', memberIds: people.slice(1).map(({ id }) => id) }
  const { id: threadId } = (await ann.post<ConversationView>('/messages/groups', group)).body
  const subjects = { goneId: people.at(-1)!.id, postId: post.id, gentleId: gentle.id, handle: cat.handle }
  return [ann, bob, cat, king].map((one) => ({
    who: one.handle,
    sites: sites.map(({ url }) => url),
    cookie: one.cookie(),
    subjects: { ...subjects, threadId: one === king ? null : threadId, isAdmin: one === king },
  }))
}

interface Acting {
  stage: Stage
  staff: Person
  end: number
  /** How often what was done. */
  deeds: Map<string, number>
}

async function act(who: Person, { stage, staff, end, deeds }: Acting, times: number): Promise<void> {
  const { random } = stage
  const verbs = verbsOf(who, stage, staff)
  const total = verbs.reduce((sum, [weight]) => sum + weight, 0)
  const count = (what: string) => void deeds.set(what, (deeds.get(what) ?? 0) + 1)
  for (let done = 0; done < times && Date.now() < end; done += 1) {
    let dice = random.below(total)
    const [, verb] = verbs.find(([weight]) => (dice -= weight) < 0)!
    // Without an answer the deed has an unknown outcome.
    await verb().then(
      () => count('deeds'),
      () => count('without an answer'),
    )
    await pause(random.below(60))
  }
}

/** Somebody who deletes their account in the middle. */
async function actAndGo(who: Person, acting: Acting): Promise<void> {
  await act(who, acting, DEEDS / 2)
  const gone = async () => [204, 401].includes((await who.delete('/user/delete-account')).status)
  await until('the account is deleted', gone, CONVERGES_MS)
}

async function useAndCut(page: Page, random: Random, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await pause(500 + random.below(3_000))
    page.react()
    if (random.chance(0.5)) page.cut()
  }
}

async function disturbMeanwhile(palace: Palace, random: Random, deeds: Map<string, number>): Promise<void> {
  for (let at = 0; at < KILLS; at += 1) {
    await pause(random.below(CALM_MS))
    deeds.set(`kill ${at + 1} of ${await palace.disturb(random)}`, 1)
  }
}

/** What the page shows otherwise than one that is opened now. */
async function compare(page: Page, settings: PageSettings): Promise<string[]> {
  const end = Date.now() + CONVERGES_MS
  for (;;) {
    const fresh = await openPage(settings)
    const wanted = await loaded(fresh)
    const shown = await page.view()
    await fresh.close()
    const missing = missingIn(wanted)
    if (missing.length > 0) return [`a new page has not loaded ${missing.join(', ')}`]
    const found = differences(shown, wanted)
    if (found.length === 0 || Date.now() > end) return found
    await pause(1_000)
  }
}

/** What jobs that are still running do not mend. */
async function lastingInStore(store: Palace['store'], { people, sent }: Stage): Promise<string[]> {
  const end = Date.now() + CONVERGES_MS
  for (;;) {
    const found = await faultsInStore(store, people, sent.values())
    if (found.length === 0 || Date.now() > end) return found
    await pause(1_000)
  }
}

async function loaded(page: Page): Promise<Shown> {
  const end = Date.now() + LOADS_MS
  for (;;) {
    const shown = await page.view()
    if (missingIn(shown).length === 0 || Date.now() > end) return shown
    await pause(100)
  }
}
