import type { CommentPermissionView } from '#contract/comments.ts'
import { MESSAGES } from '#contract/errors.ts'
import { mentionsIn } from '#contract/posts.ts'
import { followedAmong } from '#server/features/people/follows/follow-graph.service.ts'
import { visiblePost, type PostRecord } from '#server/features/posts/posts.store.ts'
import { forbidden, type HttpError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'

type Dialled = Pick<PostRecord, 'authorId' | 'text' | 'dial'>

/**
 * The ids of those who may comment on the post by its roast dial (DECISIONS row 480): everybody, nobody, or
 * the author and the people whom the author follows or mentions in the post.
 */
export async function commentersAmong(
  { authorId, text, dial }: Dialled,
  people: readonly Viewer[],
): Promise<ReadonlySet<string>> {
  const ids = people.map(({ id }) => id)
  if (dial === 'closed') return new Set()
  if (dial !== 'gentle') return new Set(ids)
  const author = authorId.toHexString()
  const mentioned = new Set(mentionsIn(text))
  const followed = await followedAmong(author, ids)
  const welcome = people.filter(
    ({ id, handle }) => id === author || followed.has(id) || mentioned.has(handle),
  )
  return new Set(welcome.map(({ id }) => id))
}

/** The 403 that tells why a person may not comment on the post. */
export const commentRefusal = ({ dial }: Dialled): HttpError =>
  forbidden(dial === 'closed' ? MESSAGES.commentsClosed : MESSAGES.commentsGentle)

/** Throws 403 when the post's roast dial does not let the viewer comment, and 404 when they cannot see the post. */
export async function assertMayComment(viewer: Viewer, postId: string): Promise<void> {
  const post = await visiblePost(viewer, postId)
  if (!(await commentersAmong(post, [viewer])).has(viewer.id)) throw commentRefusal(post)
}

/** Whether the post's roast dial lets the viewer comment. Throws 404 when they cannot see the post. */
export async function commentPermission(viewer: Viewer, postId: string): Promise<CommentPermissionView> {
  const post = await visiblePost(viewer, postId)
  return { allowed: (await commentersAmong(post, [viewer])).has(viewer.id) }
}
