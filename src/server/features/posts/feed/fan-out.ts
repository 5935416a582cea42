import { LRUCache } from 'lru-cache'
import { trusted } from 'mongoose'
import {
  firstFollowerPages,
  followerIdsPage,
  type FollowerIds,
} from '#server/features/people/follows/follow-graph.service.ts'
import type { Row } from '#server/features/posts/post-lists.ts'
import { endFanOuts, postsUnderWay } from '#server/features/posts/posts.store.ts'
import { bus } from '#server/platform/bus.ts'
import { chunksOf } from '#server/platform/chunks.ts'
import { groupWrites } from '#server/platform/group-commit.ts'
import { definePeriodic } from '#server/platform/jobs/job-kinds.ts'
import { expectFanOut } from './pending-fan-outs.ts'
import { routesOf } from './celebrities.ts'
import { TimelineModel } from './timelines.model.ts'
import { cutTimeline, followChanged, forgetTimeline } from './timelines.service.ts'
import { ACTIVE_MS, addToTimelines, inboxOf, authorTimeline, removeFromTimelines } from './timelines.store.ts'

const MINUTE = 60_000

/** Repeats fan-outs that have been pending for a minute because a process stopped or the store failed. */
definePeriodic({
  kind: 'recover-fan-outs',
  everyMs: MINUTE,
  run: ({ signal }) => reconcileFanOuts(new Date(Date.now() - MINUTE), signal),
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
  for (let rows = await postsUnderWay(before); rows.length > 0; rows = await postsUnderWay(before)) {
    signal?.throwIfAborted()
    await Promise.all(rows.map(send))
  }
}

function send(row: Row): Promise<void> {
  const work = submitFanOut('all', row)
  expectFanOut(row.authorId, work)
  return work
}

/** Posts that are published during a fan-out are delivered together by the next one. */
const submitFanOut = groupWrites<Row, void>({
  lockOf: () => 'fan-out',
  async write(_, rows) {
    for (const part of chunksOf(rows, ROWS_AT_A_TIME)) await deliver(part)
    return rows.map(() => ({ result: undefined }))
  },
})

/** Each may have a page of a thousand followers in memory. */
const ROWS_AT_A_TIME = 50

async function deliver(rows: readonly Row[]): Promise<void> {
  const routes = await routesOf([...new Set(rows.map(({ authorId }) => authorId))])
  const routeOf = ({ authorId }: Row) => routes.get(authorId)!
  await addToTimelines(
    rows.filter((row) => routeOf(row).outbox).map((row) => ({ owner: authorTimeline(row.authorId), row })),
  )
  await pushToFollowers(rows.filter((row) => routeOf(row).push))
  // Deleted meanwhile: remove their rows again.
  for (const id of await endFanOuts(rows.map(({ id }) => id))) await removeFromTimelines(id)
}

async function pushToFollowers(rows: readonly Row[]): Promise<void> {
  const rowsByAuthor = Map.groupBy(rows, ({ authorId }) => authorId)
  const firstPages = await firstFollowerPages([...rowsByAuthor.keys()])
  await pushTo(firstPages, rowsByAuthor)
  for (const [authorId, { next }] of firstPages) {
    for (let after = next; after !== null;) {
      const page = await followerIdsPage(authorId, after)
      await pushTo(new Map([[authorId, page]]), rowsByAuthor)
      after = page.next
    }
  }
}

/** Pushes authors' posts to those of their followers who read their timeline. */
async function pushTo(
  followers: ReadonlyMap<string, FollowerIds>,
  rowsByAuthor: ReadonlyMap<string, readonly Row[]>,
): Promise<void> {
  const readers = await activeReaders(new Set([...followers.values()].flatMap(({ ids }) => ids)))
  const pushes = [...followers].flatMap(([authorId, { ids }]) =>
    ids
      .filter((id) => readers.has(id))
      .flatMap((userId) => rowsByAuthor.get(authorId)!.map((row) => ({ userId, row }))),
  )
  await addToTimelines(pushes.map(({ userId, row }) => ({ owner: inboxOf(userId), row })))
  for (const { userId } of pushes) if (isOverdue(userId)) await cutTimeline(userId)
}

const READERS_AT_A_TIME = 5_000

/** Those of these people who have a timeline and have read it lately. */
async function activeReaders(userIds: ReadonlySet<string>): Promise<Set<string>> {
  const active = new Set<string>()
  for (const ids of chunksOf([...userIds], READERS_AT_A_TIME)) {
    const seen = {
      _id: trusted({ $in: ids }),
      activeAt: trusted({ $gte: new Date(Date.now() - ACTIVE_MS) }),
    }
    for (const { _id } of await TimelineModel.find(seen, { _id: 1 }).lean<{ _id: string }[]>())
      active.add(_id)
  }
  return active
}

/** Rows pushed to a person before their timeline is trimmed again. */
const TRIM_EVERY = 100
const pushed = new LRUCache<string, number>({ max: 100_000 })

function isOverdue(userId: string): boolean {
  const count = ((pushed.get(userId) ?? 0) + 1) % TRIM_EVERY
  pushed.set(userId, count)
  return count === 0
}
