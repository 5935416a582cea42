import { currentViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import type { LiveEvent } from '#client/live/registry.ts'
import { announceDrops, topOf } from './post-lists.store.ts'
import { welcomeOwnPost } from './posts.outbox.ts'
import { buryPost, takeOwnReaction, takePublicPosts } from './posts.store.ts'
import { catchUp } from './posts.sync.ts'

const viewerId = () => currentViewer()?.id ?? null

export function onPostCreated({ topic, posts, more }: LiveEvent<'post:created'>): void {
  takePublicPosts(posts, viewerId())
  for (const post of posts) if (post.authorId === viewerId()) welcomeOwnPost(post.id)
  announceDrops(
    topic,
    posts.filter(({ authorId }) => authorId !== viewerId()).map(({ id }) => id),
  )
  // When it fails, the posts behind the pill come with the next page that is read. A list that will be read
  // from its start anyway needs nothing.
  if (more > 0 && !topOf(topic).gap) void catchUp(topic).catch(() => undefined)
}

export const onPostUpdated = ({ post }: LiveEvent<'post:updated'>): void =>
  takePublicPosts([post], viewerId())

export const onPostDeleted = (tombstone: LiveEvent<'post:deleted'>): void => buryPost(tombstone)

export const onPostReacted = ({ postId, emoji, rev }: LiveEvent<'post:reacted'>): void =>
  takeOwnReaction(postId, emoji, rev)
