import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { trusted } from 'mongoose'
import { followerIdsPage } from '#server/features/people/follows/follow-graph.service.ts'
import { toRow, type PostRow } from '#server/features/posts/post-lists.ts'
import type { PostDocument } from '#server/features/posts/posts.model.ts'
import { endFanOuts, postsUnderWay } from '#server/features/posts/posts.store.ts'
import { bus } from '#server/platform/bus.ts'
import { chunksOf } from '#server/platform/chunks.ts'
import { groupWrites } from '#server/platform/group-commit.ts'
import { definePeriodic } from '#server/platform/jobs/job-kinds.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { sweepTogether } from '#server/platform/sweep.ts'
import { clock } from '#server/platform/clock.ts'
import { MINUTE } from '#server/platform/durations.ts'
import { expectFanOut } from './pending-fan-outs.ts'
import { routeOf } from './celebrities.ts'
import { loadAuthors } from './fan-out-authors.ts'
import { TimelineModel } from './timelines.model.ts'
import { cutTimeline, followChanged, forgetTimeline } from './timelines.service.ts'
import {
  ACTIVE_MS,
  addRows,
  addToTimelines,
  inboxOf,
  authorTimeline,
  removeFromTimelines,
} from './timelines.store.ts'

definePeriodic({
  kind: 'recover-fan-outs',
  does: 'Repeats fan-outs that have been pending for a minute because a process stopped or the store failed.',
  everyMs: MINUTE,
  run: ({ signal }) => reconcileFanOuts(new Date(clock.now() - MINUTE), signal),
})

/** Updates timelines after posts and follows. */
export function subscribeTimelines(): () => void {
  const stops = [
    bus.onLocal('post:created', ({ post }) =>
      send({ id: post.id, authorId: post.authorId, at: Date.parse(post.createdAt) }),
    ),
    bus.onLocal('user:followed', ({ followerId, followeeId }) => followChanged(followerId, followeeId, 1)),
    bus.onLocal('user:unfollowed', ({ followerId, followeeId }) => followChanged(followerId, followeeId, -1)),
    bus.onCluster('user:followed', ({ followerId }) => forgetTimeline(followerId)),
    bus.onCluster('user:unfollowed', ({ followerId }) => forgetTimeline(followerId)),
  ]
  return () => stops.forEach((stop) => stop())
}

/** Repeats the oldest pending fan-outs of posts written before this moment. */
export async function reconcileFanOuts(before: Date, signal?: AbortSignal): Promise<void> {
  const repeat = async (posts: readonly Pick<PostDocument, '_id' | 'authorId' | 'createdAt'>[]) => {
    const rows = posts.map(toRow)
    await Promise.all(rows.map(fanOut))
    await end(rows)
  }
  await sweepTogether(rowsOf(postsUnderWay(before)), ROWS_AT_A_TIME, repeat, signal)
}

async function send(row: PostRow): Promise<void> {
  await fanOut(row)
  await submitEnd('all', row)
}

function fanOut(row: PostRow): Promise<void> {
  const work = submitFanOut('all', row)
  expectFanOut(row.authorId, work)
  return work
}

/** Nobody waits for the end of a fan-out, so the ends within this time are written together, ms. */
const END_TOGETHER_MS = 100

const submitEnd = groupWrites<PostRow, void>({
  async write(_, rows) {
    await pause(END_TOGETHER_MS)
    await end(rows)
    return rows.map(() => ({ result: undefined }))
  },
})

async function end(rows: readonly PostRow[]): Promise<void> {
  // Deleted meanwhile: remove their rows again.
  for (const id of await endFanOuts(rows)) await removeFromTimelines(id)
}

/** Posts that are published during a fan-out are delivered together by the next one. */
const submitFanOut = groupWrites<PostRow, void>({
  async write(_, rows) {
    for (const part of chunksOf(rows, ROWS_AT_A_TIME)) await deliver(part)
    return rows.map(() => ({ result: undefined }))
  },
})

/** Each may have a page of a thousand followers in memory. */
const ROWS_AT_A_TIME = 50

async function deliver(rows: readonly PostRow[]): Promise<void> {
  const rowsByAuthor = Map.groupBy(rows, ({ authorId }) => authorId)
  const authors = await loadAuthors([...rowsByAuthor.keys()], activeSince())
  for (const [authorId, author] of authors) {
    const own = rowsByAuthor.get(authorId)!
    const route = await routeOf(authorId, author)
    if (route.outbox) await addRows(authorTimeline(authorId), own)
    if (!route.push) authors.delete(authorId)
  }
  await push([...authors].map(([authorId, { readers }]) => ({ readers, rows: rowsByAuthor.get(authorId)! })))
  for (const [authorId, { next }] of authors) await pushToOthers(authorId, next, rowsByAuthor.get(authorId)!)
}

/** Pushes an author's posts to the followers after the first page. */
async function pushToOthers(authorId: string, first: string | null, rows: readonly PostRow[]): Promise<void> {
  for (let after = first; after !== null;) {
    const { ids, next } = await followerIdsPage(authorId, after)
    await push([{ readers: await activeReaders(ids), rows }])
    after = next
  }
}

/** Pushes posts to people who read their timeline. */
async function push(
  pushes: readonly { readers: readonly string[]; rows: readonly PostRow[] }[],
): Promise<void> {
  const pairs = pushes.flatMap(({ readers, rows }) =>
    readers.flatMap((userId) => rows.map((row) => ({ userId, row }))),
  )
  await addToTimelines(pairs.map(({ userId, row }) => ({ owner: inboxOf(userId), row })))
  for (const { userId } of pairs) if (isOverdue(userId)) await cutTimeline(userId)
}

/** Pushes reach the timelines that were read since then. */
const activeSince = (): Date => new Date(clock.now() - ACTIVE_MS)

/** Those of these people who have a timeline and have read it lately. */
async function activeReaders(userIds: readonly string[]): Promise<string[]> {
  const seen = { _id: trusted({ $in: [...userIds] }), activeAt: trusted({ $gte: activeSince() }) }
  const readers = await TimelineModel.find(seen, { _id: 1 }).lean<{ _id: string }[]>()
  return readers.map(({ _id }) => _id)
}

/** Rows pushed to a person before their timeline is trimmed again. */
const TRIM_EVERY = 100
const pushed = new LRUCache<string, number>({ max: 100_000 })

function isOverdue(userId: string): boolean {
  const count = ((pushed.get(userId) ?? 0) + 1) % TRIM_EVERY
  pushed.set(userId, count)
  return count === 0
}
