import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { NewFiguresKeyView } from '#contract/analytics.report.ts'
import type { RetentionView } from '#contract/analytics.retention.ts'
import { expectIndexed, readsOf } from '#tests/support/explain.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { connectLive } from '#tests/support/socket-client.ts'

const DAY = 24 * 3600_000
const WEEK = 7 * DAY

let server: TestServer
let king: Person
let sums: typeof import('#server/features/analytics/retention.model.ts').RetentionSumModel
let users: typeof import('#server/features/people/users/users.model.ts').UserModel
let weekOf: typeof import('#server/features/analytics/counters.ts').weekOf

beforeAll(async () => {
  server = await startTestServer()
  king = await person(server, 'king')
  const { setAdmin } = await import('#server/features/people/users/admin-people.service.ts')
  await setAdmin(king.id, true)
  sums = (await import('#server/features/analytics/retention.model.ts')).RetentionSumModel
  users = (await import('#server/features/people/users/users.model.ts')).UserModel
  weekOf = (await import('#server/features/analytics/counters.ts')).weekOf
})
afterAll(() => server.close())
beforeEach(async () => {
  const { flushPageViews } = await import('#server/features/analytics/page-views.service.ts')
  await flushPageViews()
  await sums.deleteMany({})
})

/** The Monday of this week, or of an earlier one. */
const monday = (weeksAgo = 0) => weekOf(Date.now()) - weeksAgo * WEEK
const iso = (at: number) => new Date(at).toISOString()

async function cohorts(): Promise<RetentionView['cohorts']> {
  const { status, body } = await king.get<RetentionView>('/analytics/retention')
  expect(status, JSON.stringify(body)).toBe(200)
  return body.cohorts
}

const agree = (who: Person, analyticsConsent = true) =>
  who.put('/user/privacy-settings', { analyticsConsent })

/** A person who agrees to analytics, whose account is from an earlier week. */
async function member(name: string, weeksAgo = 0): Promise<Person> {
  const made = await person(server, name)
  await agree(made)
  if (weeksAgo > 0)
    await users.updateOne({ _id: made.id }, { $set: { createdAt: new Date(monday(weeksAgo) + DAY) } })
  return made
}

async function opens(who: Person, ...paths: string[]): Promise<void> {
  const page = await connectLive(server, { cookie: who.cookie() })
  for (const path of paths) expect((await page.send('page', { path })).ok).toBe(true)
  page.close()
}

/** A person opens a page in some week. */
async function isThere(who: Person, at: number): Promise<void> {
  const { recordPerson, writeRetention } = await import('#server/features/analytics/retention-counts.ts')
  recordPerson(who.id, at)
  await writeRetention()
}

describe('Retention', () => {
  it('counts a person with a new account once in their week, and nobody who has not agreed', async () => {
    const [ann, bob] = [await member('ret_ann'), await person(server, 'ret_bob')]
    await opens(ann, '/feed', '/search')
    await opens(ann, '/feed')
    await opens(bob, '/feed')
    expect(await cohorts()).toEqual([{ week: iso(monday()), people: [1] }])
  })

  it('counts people who come back in the weeks after, once a week', async () => {
    const [cat, dan, eve] = [
      await member('ret_cat', 3),
      await member('ret_dan', 3),
      await member('ret_eve', 1),
    ]
    for (const who of [cat, dan]) await isThere(who, monday(3) + 2 * DAY)
    await isThere(cat, monday(2))
    for (const who of [cat, eve]) await isThere(who, monday(1) + 6 * DAY)
    for (const day of [0, 0, 0]) await isThere(cat, Date.now() - day)
    expect(await cohorts()).toEqual([
      { week: iso(monday()), people: [0] },
      { week: iso(monday(1)), people: [1, 0] },
      { week: iso(monday(2)), people: [0, 0, 0] },
      { week: iso(monday(3)), people: [2, 1, 1, 1] },
    ])
  })

  it('does not follow people whom the week of their account has not counted, nor for more than 12 weeks', async () => {
    const [flo, gus] = [await member('ret_flo', 3), await member('ret_gus', 12)]
    await users.updateOne({ _id: gus.id }, { $set: { countedWeek: new Date(monday(12)) } })
    await isThere(flo, Date.now())
    await isThere(gus, Date.now())
    expect(await cohorts()).toEqual([{ week: iso(monday()), people: [0] }])
    expect(await users.findById(flo.id).lean()).not.toHaveProperty('countedWeek')
  })

  it('[L56] counts a person once when two processes see them at the same moment', async () => {
    const hal = await member('ret_hal')
    const { markCounted } = await import('#server/features/people/users/counted-weeks.service.ts')
    const { transact } = await import('#server/platform/mongo/transaction.ts')
    const week = { week: new Date(monday()), oldest: new Date(monday(11)) }
    const seen = await Promise.all([1, 2, 3].map(() => transact((tx) => markCounted(tx, [hal.id], week))))
    expect(seen.flat()).toHaveLength(1)
  })

  it('forgets a person who no longer agrees, and counts them again in the week of their account alone', async () => {
    const ivy = await member('ret_ivy')
    const jon = await member('ret_jon', 2)
    await opens(ivy, '/feed')
    await isThere(jon, monday(2))
    await isThere(jon, Date.now())
    await agree(ivy, false)
    await agree(jon, false)
    for (const { id } of [ivy, jon]) expect(await users.findById(id).lean()).not.toHaveProperty('countedWeek')
    expect((await cohorts())[0]).toEqual({ week: iso(monday()), people: [0] })
    await agree(ivy)
    await agree(jon)
    await opens(ivy, '/feed')
    await opens(jon, '/feed')
    const shown = await cohorts()
    expect([shown[0], shown[2]]).toEqual([
      { week: iso(monday()), people: [1] },
      { week: iso(monday(2)), people: [1, 0, 1] },
    ])
    expect(await users.findById(jon.id).lean()).not.toHaveProperty('countedWeek')
  })

  it('keeps sums alone of an account that is deleted', async () => {
    const kim = await member('ret_kim')
    await opens(kim, '/feed')
    expect((await cohorts())[0]!.people).toEqual([1])
    expect((await kim.delete('/user/delete-account')).status).toBe(204)
    expect((await cohorts())[0]!.people).toEqual([1])
    expect(JSON.stringify(await sums.find().lean())).not.toContain(kim.id)
  })

  it('is read by the index of its weeks', async () => {
    await sums.insertMany(
      Array.from({ length: 12 }, (_, ago) => ({
        _id: `planted-${ago}`,
        cohort: new Date(monday(ago)),
        week: new Date(monday()),
        people: 1,
      })),
    )
    const reads = await readsOf(cohorts)
    expectIndexed(reads.filter(({ collection }) => collection === 'retention_sums'))
  })

  it('is a CSV file, and open to a token', async () => {
    await sums.create({ _id: 'a', cohort: new Date(monday(1)), week: new Date(monday(1)), people: 8 })
    await sums.create({ _id: 'b', cohort: new Date(monday(1)), week: new Date(monday()), people: 3 })
    const { text } = await king.get<string>('/analytics/retention.csv')
    expect(text.replace('\u{FEFF}', '').trim().split('\r\n')).toEqual([
      'cohort,weeks,people,share',
      `${iso(monday())},0,0,`,
      `${iso(monday(1))},0,8,100`,
      `${iso(monday(1))},1,3,37.5`,
    ])
    const { body } = await king.post<NewFiguresKeyView>('/analytics/keys', { kind: 'token', name: 'Weeks' })
    const asked = (secret: string) =>
      fetch(`${server.url}/api/analytics/figures/retention`, {
        headers: { authorization: `Bearer ${secret}` },
      })
    expect(((await (await asked(body.secret)).json()) as RetentionView).cohorts[1]!.people).toEqual([8, 3])
    expect((await asked('invented')).status).toBe(401)
  })
})
