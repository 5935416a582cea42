import { LRUCache } from 'lru-cache'
import { followedAmong } from '#server/features/people/follows/follow-graph.service.ts'
import { notifyFromSite } from '#server/features/notifications/site-notices.ts'
import { bus } from '#server/platform/bus.ts'
import { isUnavailable } from '#server/platform/group-commit.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { logger } from '#server/platform/logger.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import { clock } from '#server/platform/clock.ts'
import { postLock, recordsOf, type PostRecord } from '../posts.store.ts'
import { CEILING, countStrangers, recordOffer, windowOf } from './crowds.ts'

/** What this process has seen is written to the store so often, ms. */
const WRITE_MS = 5_000
/** Fewer people at a post than this, in one window and process, are not written at all. */
const FEWEST = 5
/** Posts that are watched (LIVE L17). */
const MAX_POSTS = 5_000

interface Seen {
  window: number
  /** Each person counts once in a window, whatever they do. No more than make a crowd for anybody. */
  people: Set<string>
  /** Not yet written. */
  fresh: Set<string>
}

const seenAt = new LRUCache<string, Seen>({ max: MAX_POSTS })
/** Posts with something to write. */
const busy = new Set<string>()

function see(postId: string, userId: string): void {
  const window = windowOf(clock.now())
  const known = seenAt.get(postId)
  const seen =
    known?.window === window ? known : { window, people: new Set<string>(), fresh: new Set<string>() }
  if (seen !== known) seenAt.set(postId, seen)
  if (seen.people.has(userId) || seen.people.size >= CEILING) return
  seen.people.add(userId)
  seen.fresh.add(userId)
  if (seen.people.size >= FEWEST && busy.size < MAX_POSTS) busy.add(postId)
}

/**
 * Writes how many strangers were at each busy post, and offers crowd control where they are a crowd. What a
 * killed process had not written is not counted: a crowd goes on.
 */
export async function writeCrowds(): Promise<void> {
  const postIds = [...busy]
  busy.clear()
  for (const post of postIds.length > 0 ? await recordsOf(postIds) : []) await writeCrowd(post)
}

async function writeCrowd(post: PostRecord): Promise<void> {
  const postId = post._id.toHexString()
  const seen = seenAt.get(postId)
  const people = [...(seen?.fresh ?? [])]
  seen?.fresh.clear()
  const authorId = post.authorId.toHexString()
  const followed = await followedAmong(authorId, people)
  const strangers = people.filter((id) => id !== authorId && !followed.has(id)).length
  if (strangers > 0 && (await countStrangers(post, strangers)) && !post.plunger) await offer(postId)
}

/**
 * Tells the author of the crowd and offers crowd control, once a day for each post, whatever several processes see at the
 * same time. Nothing is held back until the author says yes.
 */
const offer = (postId: string): Promise<void> =>
  oneAtATime(postLock(postId), () =>
    transact(async (tx) => {
      const [post] = await recordsOf([postId], tx)
      if (!post || post.plunger || !(await recordOffer(tx, post))) return
      await notifyFromSite(tx, {
        userId: post.authorId.toHexString(),
        type: 'PLUNGER',
        data: { postId, stage: 'offered', comments: 0, reactions: 0 },
        message: 'Your post draws a crowd. Plunger Mode can gather the news about it for you',
      })
    }),
  )

/** Watches comments on posts and reactions to them, beside their own path. */
export function watchCrowds(): () => void {
  let writing = Promise.resolve()
  const write = () => {
    writing = writing.then(writeCrowds).catch((error: unknown) => {
      // An outage of the store is logged where it is noticed.
      if (!isUnavailable(error)) logger.warn({ err: error }, 'crowds at posts were not counted')
    })
  }
  const timer = setInterval(write, WRITE_MS).unref()
  const ends = [
    bus.onLocal('comment:created', ({ comment }) => see(comment.postId, comment.authorId)),
    bus.onLocal('post:reacted', ({ postId, userId, emoji }) => {
      if (emoji) see(postId, userId)
    }),
    () => clearInterval(timer),
  ]
  return () => ends.forEach((end) => end())
}
