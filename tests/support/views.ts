import type { PublicCommentView } from '#contract/comments.ts'
import type { PublicPostView } from '#contract/posts.ts'

/** A post in the form of a push. */
export function postView(id: string, authorId: string, more: Partial<PublicPostView> = {}): PublicPostView {
  const at = '2026-01-01T00:00:00.000Z'
  return {
    id,
    authorId,
    text: 'A thought from the throne.',
    author: { id: authorId, handle: 'somebody', displayName: 'Somebody', avatarUrl: null },
    createdAt: at,
    updatedAt: at,
    editedAt: null,
    mediaUrl: null,
    mediaType: null,
    media: null,
    altText: null,
    contentWarn: null,
    nsfw: false,
    reactions: [],
    reactionCounts: {},
    shareCount: 0,
    _count: { comments: 0, reactions: 0 },
    rev: 1,
    ...more,
  }
}

/** A comment in the form of a push. */
export function commentView(
  id: string,
  postId: string,
  authorId: string,
  more: Partial<PublicCommentView> = {},
): PublicCommentView {
  const at = '2026-01-01T00:00:00.000Z'
  return {
    id,
    postId,
    authorId,
    text: 'Well said.',
    author: { id: authorId, handle: 'somebody', displayName: 'Somebody', avatarUrl: null },
    createdAt: at,
    updatedAt: at,
    parent: null,
    poos: 0,
    rev: 1,
    ...more,
  }
}
