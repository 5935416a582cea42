import { LRUCache } from 'lru-cache'
import { trusted } from 'mongoose'
import { followerIdsPage } from '#server/features/people/follows/follow-graph.service.ts'
import type { Row } from '#server/features/posts/post-lists.ts'
import { endFanOut, postsUnderWay } from '#server/features/posts/posts.store.ts'
import { bus } from '#server/platform/bus.ts'
import { definePeriodic } from '#server/platform/jobs/job-kinds.ts'
import { expectFanOut } from './pending-fan-outs.ts'
import { routesOf } from './celebrities.ts'
import { TimelineModel } from './timelines.model.ts'
import { cutTimeline, followChanged, forgetTimeline } from './timelines.service.ts'
import { ACTIVE_MS, addRows, inboxOf, authorTimeline, removeFromTimelines } from './timelines.store.ts'

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
    for (const row of rows) {
      signal?.throwIfAborted()
      await send(row)
    }
  }
}

function send(row: Row): Promise<void> {
  const work = deliver(row)
  expectFanOut(row.authorId, work)
  return work
}

async function deliver(row: Row): Promise<void> {
  const { push, outbox } = await routesOf(row.authorId)
  if (outbox) await addRows([authorTimeline(row.authorId)], [row])
  if (push) await pushToFollowers(row)
  // The post was deleted meanwhile: remove its rows again.
  if (!(await endFanOut(row.id))) await removeFromTimelines(row.id)
}

async function pushToFollowers(row: Row): Promise<void> {
  for (let after: string | null = null; ;) {
    const { ids, next } = await followerIdsPage(row.authorId, after)
    await pushTo(await activeReaders(ids), row)
    if (!next) return
    after = next
  }
}

/** Those of these people who have a timeline and have read it lately. */
async function activeReaders(userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return []
  const seen = {
    _id: trusted({ $in: [...userIds] }),
    activeAt: trusted({ $gte: new Date(Date.now() - ACTIVE_MS) }),
  }
  const readers = await TimelineModel.find(seen, { _id: 1 }).lean<{ _id: string }[]>()
  return readers.map(({ _id }) => _id)
}

async function pushTo(readers: readonly string[], row: Row): Promise<void> {
  await addRows(readers.map(inboxOf), [row])
  for (const userId of readers) if (isOverdue(userId)) await cutTimeline(userId)
}

/** Rows pushed to a person before their timeline is trimmed again. */
const TRIM_EVERY = 100
const pushed = new LRUCache<string, number>({ max: 100_000 })

function isOverdue(userId: string): boolean {
  const count = ((pushed.get(userId) ?? 0) + 1) % TRIM_EVERY
  pushed.set(userId, count)
  return count === 0
}
