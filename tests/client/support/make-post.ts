import type { CommentView } from '#contract/comments.ts'
import type { PostView, PublicPostView, ReactionEmoji } from '#contract/posts.ts'
import { commentView, postView } from '#tests/support/views.ts'

const START = Date.parse('2026-11-21T10:00:00.000Z')

/** An id of 24 hexadecimal digits that counts up. */
export const idOf = (number: number): string => number.toString(16).padStart(24, '0')

/** A time one second after the previous one. */
export const moment = (seconds: number): string => new Date(START + seconds * 1_000).toISOString()

export const ANN = idOf(0xa)
export const BOB = idOf(0xb)

/** Post number `number`, written `number` seconds after the start. */
export function makePost(number: number, changes: Partial<PublicPostView> = {}): PublicPostView {
  const authorId = changes.authorId ?? BOB
  return postView(idOf(number), authorId, {
    text: `drop ${number}`,
    author: { id: authorId, handle: 'bob', displayName: 'Bob', avatarUrl: null },
    createdAt: moment(number),
    updatedAt: moment(number),
    ...changes,
  })
}

/** The post with reactions of these people. */
export function reactedBy(
  post: PublicPostView,
  by: Readonly<Record<string, ReactionEmoji>>,
  rev: number,
): PublicPostView {
  const reactions = Object.entries(by).map(([userId, emoji]) => ({ userId, emoji }))
  const reactionCounts: PublicPostView['reactionCounts'] = {}
  for (const { emoji } of reactions) reactionCounts[emoji] = (reactionCounts[emoji] ?? 0) + 1
  return { ...post, reactions, reactionCounts, _count: { ...post._count, reactions: reactions.length }, rev }
}

/** The same post as REST answers it to a viewer. */
export const answered = (
  post: PublicPostView,
  reaction: ReactionEmoji | null = null,
  mine = false,
): PostView => ({
  ...post,
  viewer: { reaction, can: { edit: mine, delete: mine, moderate: false } },
})

export function makeComment(number: number, changes: Partial<CommentView> = {}): CommentView {
  return {
    ...commentView(idOf(0xc000 + number), idOf(1), BOB, {
      text: `comment ${number}`,
      createdAt: moment(number),
      updatedAt: moment(number),
      author: { id: BOB, handle: 'bob', displayName: 'Bob', avatarUrl: null },
    }),
    viewer: { can: { edit: false, delete: false }, pooed: false },
    ...changes,
  }
}
