import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import type { PublicPostView } from '#contract/posts.ts'
import { conversationOf, readAll } from '#tests/faults/chatter.ts'
import { freshView } from '#tests/realtime/support/model-page.ts'
import type { Person } from '#tests/support/http-client.ts'
import { until } from '#tests/support/until.ts'
import { fetchPost, type Load, type Pair } from './load.ts'

const run = promisify(execFile)

/** A statement that must be true at the end, with the evidence against it. */
export interface Check {
  readonly name: string
  readonly wrong: readonly string[]
}

/** Compares everything acknowledged and everything on every page with the store. */
export async function verify(site: { url: string }, load: Load, storeUri: string): Promise<Check[]> {
  const threads = await inPortions(load.pairs, 10, (pair) => threadOf(pair))
  return [
    { name: 'no acknowledged message is lost', wrong: threads.flatMap(({ lost }) => lost) },
    { name: 'no message is doubled', wrong: threads.flatMap(({ doubled }) => doubled) },
    {
      name: "numbers are dense, each one's words are in their order",
      wrong: threads.flatMap(({ disorder }) => disorder),
    },
    {
      name: 'every chat page equals a page that has just been opened',
      wrong: (await inPortions(load.pairs, 5, (pair) => pageDifferences(pair, site))).flat(),
    },
    { name: 'every watcher shows what a refetch gives', wrong: await watcherDifferences(site, load) },
    { name: 'counters equal a recount', wrong: await wrongCounters(storeUri) },
  ]
}

interface Thread {
  readonly lost: string[]
  readonly doubled: string[]
  readonly disorder: string[]
}

async function threadOf({ people: [left, right], chatters }: Pair): Promise<Thread> {
  const { id } = await conversationOf(left, right.id)
  const messages = await readAll(left, id)
  const byClient = new Map(messages.map((message) => [message.id, message]))
  const contents = messages.map(({ senderId, content }) => `${senderId} ${content}`)
  const numbers = (who: Person) =>
    messages
      .filter(({ senderId }) => senderId === who.id)
      .map(({ content }) => Number(content.split(' ').at(-1)))
  const dense = messages.every(({ seq }, at) => seq === at + 1)
  return {
    lost: chatters.flatMap(({ acknowledged }) =>
      [...acknowledged.values()]
        .filter((message) => byClient.get(message.id)?.seq !== message.seq)
        .map((message) => message.content),
    ),
    doubled: contents.filter((content, at) => contents.indexOf(content) !== at),
    disorder: [
      ...(dense ? [] : [`${left.handle}: numbers are not dense`]),
      ...[left, right]
        .filter((who) => numbers(who).some((number, at, all) => at > 0 && number <= all[at - 1]!))
        .map(({ handle }) => `${handle}: out of order`),
    ],
  }
}

async function pageDifferences({ people, pages }: Pair, site: { url: string }): Promise<string[]> {
  const found = await Promise.all(
    people.map(async (who, at) => {
      const truth = JSON.stringify(await freshView(who, site, 60_000))
      const page = pages[at]!
      const isTrue = async () => {
        await page.settled()
        return JSON.stringify(page.view()) === truth
      }
      return until(`${who.handle}'s page equals the truth`, isTrue, 20_000).then(
        () => [],
        (error: Error) => [error.message],
      )
    }),
  )
  return found.flat()
}

async function watcherDifferences(site: { url: string }, { watchers, posts }: Load): Promise<string[]> {
  const truth = new Map<string, PublicPostView>()
  for (const { id } of posts) truth.set(id, await fetchPost(site, id))
  let wrong: string[] = []
  await until(
    'the watchers show the truth',
    async () => {
      wrong = (await Promise.all(watchers.map((watcher) => watcher.differences(truth)))).flat()
      return wrong.length === 0
    },
    30_000,
  ).catch(() => undefined)
  return wrong
}

/** `npm run recount` prints how many figures it corrected. */
async function wrongCounters(storeUri: string): Promise<string[]> {
  const env = { ...process.env, NODE_ENV: 'test', MONGODB_URI: storeUri }
  const { stdout } = await run(
    process.execPath,
    [path.resolve(import.meta.dirname, '../../scripts/recount.ts')],
    { env, maxBuffer: 2 ** 24 },
  )
  return stdout
    .trim()
    .split('\n')
    .filter((line) => !/\b0 set right/.test(line))
}

async function inPortions<T, R>(all: readonly T[], size: number, work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let at = 0; at < all.length; at += size)
    results.push(...(await Promise.all(all.slice(at, at + size).map(work))))
  return results
}
