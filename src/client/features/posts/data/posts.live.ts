import { TIMINGS } from '#contract/limits.ts'
import { currentViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import type { LiveEvent } from '#client/live/registry.ts'
import { outdateLists } from '#client/live/list/live-list.ts'
import { watchOn } from '#client/live/watch.ts'
import { announceDrops } from './post-lists.ts'
import { onOwnPostPushed } from './outbox.store.ts'
import { markPostDeleted, applyOwnReaction, applyPushedPosts, postOf } from './posts.store.ts'

const viewerId = () => currentViewer()?.id ?? null

export function onPostCreated({ topic, posts, more }: LiveEvent<'post:created'>): void {
  applyPushedPosts(posts, viewerId())
  for (const post of posts) if (post.authorId === viewerId()) onOwnPostPushed(post.id)
  const others = posts.filter(({ authorId }) => authorId !== viewerId())
  announceDrops(
    topic,
    others.map(({ id }) => id),
    more > 0,
  )
}

export function onPostUpdated({ post }: LiveEvent<'post:updated'>): void {
  const before = postOf(post.id)
  applyPushedPosts([post], viewerId())
  if (before && !isEqual(before.reactionCounts, post.reactionCounts)) outdateReactors(post.id)
}

const isEqual = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Who reacted is read again while it is on screen: only the counts are pushed. */
const outdateReactors = (postId: string): void =>
  outdateLists((key) => key.startsWith(`people: reactors to ${postId} `))

export function onPostDeleted(tombstone: LiveEvent<'post:deleted'>): void {
  watchOn(tombstone.id, TIMINGS.undoMost)
  markPostDeleted(tombstone)
}

export const onPostReacted = ({ postId, emoji, rev }: LiveEvent<'post:reacted'>): void =>
  applyOwnReaction(postId, emoji, rev)
