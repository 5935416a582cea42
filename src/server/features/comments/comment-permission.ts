import { Types, trusted } from 'mongoose'
import type { CommentPermissionView } from '#contract/comments.ts'
import { MESSAGES, slowedDown } from '#contract/errors.ts'
import { mentionsIn } from '#contract/rich-text.ts'
import { followedAmong } from '#server/features/people/follows/follow-graph.service.ts'
import { visiblePost, type PostRecord } from '#server/features/posts/posts.store.ts'
import { forbidden, tooMany, type HttpError } from '#server/platform/errors.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { CommentModel, COMMENTS_BY_PERSON, type CommentDocument } from './comments.model.ts'

type Ruled = Pick<PostRecord, 'authorId' | 'text' | 'dial' | 'plunger'>

const isPaused = ({ plunger }: Ruled): boolean => plunger?.rules.strangersPaused === true

/**
 * The ids of those who may comment on the post by its roast dial (DECISIONS row 480): everybody, nobody, or
 * the author and the people whom the author follows or mentions in the post. While crowd control pauses strangers
 * (row 503), a mention is not enough.
 */
export async function commentersAmong(post: Ruled, people: readonly Viewer[]): Promise<ReadonlySet<string>> {
  const { authorId, text, dial } = post
  const ids = people.map(({ id }) => id)
  if (dial === 'closed') return new Set()
  if (dial !== 'gentle' && !isPaused(post)) return new Set(ids)
  const author = authorId.toHexString()
  const mentioned = new Set(isPaused(post) ? [] : mentionsIn(text))
  const followed = await followedAmong(author, ids)
  const welcome = people.filter(
    ({ id, handle }) => id === author || followed.has(id) || mentioned.has(handle),
  )
  return new Set(welcome.map(({ id }) => id))
}

/** The 403 that says why a person may not comment on the post. */
export function commentRefusal(post: Ruled): HttpError {
  if (post.dial === 'closed') return forbidden(MESSAGES.commentsClosed)
  return forbidden(isPaused(post) ? MESSAGES.strangersPaused : MESSAGES.commentsGentle)
}

/** The 429 of people whom the post's crowd control asks to wait since their last comment on it, by their id. */
export async function slowedAmong(
  post: PostRecord,
  people: readonly Viewer[],
  tx?: Transaction,
): Promise<ReadonlyMap<string, HttpError>> {
  const minutes = post.plunger?.rules.slowMinutes
  const asked = people.filter(({ id }) => id !== post.authorId.toHexString())
  if (minutes === undefined || asked.length === 0) return new Map()
  const paceMs = minutes * 60_000
  const since = clock.now() - paceMs
  // At the limit of comments a person has few in this time.
  const recent = await CommentModel.find(
    {
      authorId: trusted({ $in: asked.map(({ id }) => new Types.ObjectId(id)) }),
      createdAt: trusted({ $gt: new Date(since) }),
      postId: post._id,
    },
    { authorId: 1, createdAt: 1 },
  )
    .hint(COMMENTS_BY_PERSON)
    .session(tx?.session ?? null)
    .lean<Pick<CommentDocument, 'authorId' | 'createdAt'>[]>()
  return new Map(
    recent
      .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
      .map(({ authorId, createdAt }) => {
        const seconds = Math.max(1, Math.ceil((createdAt.getTime() - since) / 1000))
        return [authorId.toHexString(), tooMany(seconds, slowedDown(seconds))]
      }),
  )
}

/**
 * Throws 403 or 429 when the post's roast dial or crowd control does not let the viewer comment, and 404 when they
 * cannot see the post.
 */
export async function assertMayComment(viewer: Viewer, postId: string): Promise<void> {
  const post = await visiblePost(viewer, postId)
  if (!(await commentersAmong(post, [viewer])).has(viewer.id)) throw commentRefusal(post)
  const slowed = (await slowedAmong(post, [viewer])).get(viewer.id)
  if (slowed) throw slowed
}

/** Whether the post's roast dial and crowd control let the viewer comment. Throws 404 when they cannot see the post. */
export async function commentPermission(viewer: Viewer, postId: string): Promise<CommentPermissionView> {
  const post = await visiblePost(viewer, postId)
  return { allowed: (await commentersAmong(post, [viewer])).has(viewer.id) }
}
