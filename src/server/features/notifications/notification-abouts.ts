import type { CommentBrief, NotificationAbout, PostBrief } from '#contract/notifications.ts'
import { hides } from '#server/features/people/relations/relations.policy.ts'
import { handlers } from '#server/platform/handlers.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { NotificationDocument } from './notifications.model.ts'

/** Reads briefs by id; what does not exist or is hidden from everybody is missing. */
type Read<Brief> = (ids: readonly string[], tx?: Transaction) => Promise<readonly Brief[]>

const readers = { post: handlers<Read<PostBrief>>(), comment: handlers<Read<CommentBrief>>() }

/** Posts and comments are above notifications: their domains say how to read what a notification is about. */
export const briefsOfPosts = readers.post.add
export const briefsOfComments = readers.comment.add

type Told = Pick<NotificationDocument, 'type' | 'data'>

const NOTHING: NotificationAbout = { post: null, comment: null }

/**
 * What these notifications are about, as their reader can see it: one read of posts and one of comments,
 * however many there are. Nothing of people whom the reader hides.
 */
export async function aboutsOf(
  viewer: Viewer,
  notifications: readonly Told[],
  tx?: Transaction,
): Promise<(notification: Told) => NotificationAbout> {
  const subjects = notifications.map(subjectOf)
  const postIds = new Set(subjects.flatMap(({ postId }) => postId ?? []))
  if (postIds.size === 0) return () => NOTHING
  const commentIds = new Set(subjects.flatMap(({ commentId }) => commentId ?? []))
  // One after the other: a session takes one command at a time.
  const posts = await readAll(readers.post, viewer, postIds, tx)
  const comments = await readAll(readers.comment, viewer, commentIds, tx)
  return (notification) => {
    const { postId = '', commentId = '' } = subjectOf(notification)
    const post = posts.get(postId) ?? null
    // Nobody sees a comment without its post.
    return { post, comment: post && (comments.get(commentId) ?? null) }
  }
}

/**
 * For notifications, or for a text itself: the id of a post or comment that it needs and that nobody can see now;
 * undefined when it can be shown.
 */
export async function missingTexts(
  about: readonly { data: object }[],
  tx?: Transaction,
): Promise<(data: object) => string | undefined> {
  const texts = about.map(({ data }) => data as Texts)
  const posts = await existing(readers.post, new Set(texts.flatMap(({ postId }) => postId ?? [])), tx)
  const comments = await existing(
    readers.comment,
    new Set(texts.flatMap(({ commentId }) => commentId ?? [])),
    tx,
  )
  return (data) => {
    const { postId, commentId } = data as Texts
    if (postId && !posts.has(postId)) return postId
    return commentId && !comments.has(commentId) ? commentId : undefined
  }
}

interface Texts {
  postId?: string | null
  commentId?: string
}

async function existing<Brief extends PostBrief | CommentBrief>(
  registered: Iterable<Read<Brief>>,
  ids: ReadonlySet<string>,
  tx?: Transaction,
): Promise<ReadonlySet<string>> {
  const shown = new Set<string>()
  if (ids.size > 0)
    for (const read of registered) for (const { id } of await read([...ids], tx)) shown.add(id)
  return shown
}

/** Whether a kind of notification is about a post, and perhaps a comment. */
const ABOUT_POSTS: Record<Told['type'], boolean> = {
  REACTION: true,
  COMMENT: true,
  MENTION: true,
  PLUNGER: true,
  FOLLOW: false,
  MESSAGE: false,
  REPORT: false,
  MODERATION: false,
  GUARD: false,
}

function subjectOf({ type, data }: Told): { postId?: string; commentId?: string } {
  return ABOUT_POSTS[type] ? (data as { postId: string; commentId?: string }) : {}
}

async function readAll<Brief extends PostBrief | CommentBrief>(
  registered: Iterable<Read<Brief>>,
  viewer: Viewer,
  ids: ReadonlySet<string>,
  tx?: Transaction,
): Promise<Map<string, Brief>> {
  const found = new Map<string, Brief>()
  if (ids.size === 0) return found
  for (const read of registered)
    for (const brief of await read([...ids], tx))
      if (!hides(viewer, brief.authorId)) found.set(brief.id, brief)
  return found
}
