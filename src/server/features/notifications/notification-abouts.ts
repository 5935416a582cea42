import type { CommentBrief, NotificationAbout, PostBrief } from '#contract/notifications.ts'
import { hides } from '#server/features/people/relations/relations.policy.ts'
import { handlers } from '#server/platform/handlers.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { NotificationDocument } from './notifications.model.ts'

/** Reads briefs by id; what does not exist or is hidden from everybody is missing. */
type Read<Brief> = (ids: readonly string[], tx?: Transaction) => Promise<readonly Brief[]>

const loaders = { post: handlers<Read<PostBrief>>(), comment: handlers<Read<CommentBrief>>() }

/** Posts and comments are above notifications: their domains say how to read what a notification is about. */
export const briefsOfPosts = loaders.post.add
export const briefsOfComments = loaders.comment.add

type Notified = Pick<NotificationDocument, 'type' | 'data'>

const NOTHING: NotificationAbout = { post: null, comment: null }

/** What notifications are about, or a text itself. */
export interface Texts {
  /** The id of a post or comment that it needs and that nobody can see now; undefined when it can be shown. */
  missing(data: object): string | undefined
  /** What the reader can see of it: nothing of people whom they hide. */
  about(reader: Viewer, notification: Notified): NotificationAbout
}

/** One read of posts and one of comments, however many notifications there are. */
export async function textsOf(things: readonly { data: object }[], tx?: Transaction): Promise<Texts> {
  const ids = things.map(({ data }) => data as Ids)
  // One after the other: a session takes one command at a time.
  const posts = await loadAll(loaders.post, new Set(ids.flatMap(({ postId }) => postId ?? [])), tx)
  const comments = await loadAll(
    loaders.comment,
    new Set(ids.flatMap(({ commentId }) => commentId ?? [])),
    tx,
  )
  return {
    missing(data) {
      const { postId, commentId } = data as Ids
      if (postId && !posts.has(postId)) return postId
      return commentId && !comments.has(commentId) ? commentId : undefined
    },
    about(reader, { type, data }) {
      if (!ABOUT_POSTS[type]) return NOTHING
      const { postId, commentId } = data as Ids
      const seen = <Brief extends PostBrief | CommentBrief>(brief: Brief | undefined): Brief | null =>
        brief && !hides(reader, brief.authorId) ? brief : null
      const post = seen(posts.get(postId ?? ''))
      // Nobody sees a comment without its post.
      return { post, comment: post && seen(comments.get(commentId ?? '')) }
    },
  }
}

interface Ids {
  postId?: string | null
  commentId?: string
}

/** Whether a kind of notification is about a post, and perhaps a comment. */
const ABOUT_POSTS: Record<Notified['type'], boolean> = {
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

async function loadAll<Brief extends PostBrief | CommentBrief>(
  registered: Iterable<Read<Brief>>,
  ids: ReadonlySet<string>,
  tx?: Transaction,
): Promise<ReadonlyMap<string, Brief>> {
  const found = new Map<string, Brief>()
  if (ids.size > 0)
    for (const read of registered) for (const brief of await read([...ids], tx)) found.set(brief.id, brief)
  return found
}
