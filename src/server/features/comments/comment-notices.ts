import type { ActorView } from '#contract/people.ts'
import type { Notice } from '#server/features/notifications/notices-write.ts'
import { withoutHeldBack } from '#server/features/posts/crowd-control/crowd-control.present.ts'
import { mentionNotices } from '#server/features/posts/post-mentions.ts'
import type { PostRecord } from '#server/features/posts/posts.store.ts'
import { cardOf, type Viewer } from '#server/platform/viewer.ts'
import type { CommentDocument } from './comments.model.ts'
import { inSentence } from '#contract/text.ts'

interface Written {
  /** Its author. */
  viewer: Viewer
  comment: CommentDocument
  mentioned: readonly ActorView[]
  post: PostRecord
}

/** Whom a new comment notifies. `answered`: the comment or reply that it answers. */
export function commentNotices(written: Written & { answered: CommentDocument | null }): Notice[] {
  const { answered, post } = written
  const isAuthorAnswered = answered?.authorId.equals(post.authorId) ?? false
  return withoutHeldBack(post, [
    // Notified of the answer, the post's author needs no second notification of the same comment.
    ...(isAuthorAnswered ? [] : [authorNotice(written)]),
    ...(answered ? [answerNotice(written, answered)] : []),
    ...mentionsOfOthers(written),
  ])
}

const authorNotice = ({ viewer, comment, post }: Written): Notice => ({
  userId: post.authorId.toHexString(),
  actor: cardOf(viewer),
  type: 'COMMENT',
  data: {
    commenterDisplayName: viewer.displayName,
    commenterHandle: viewer.handle,
    postId: post._id.toHexString(),
    commentId: comment._id.toHexString(),
  },
  message: `${inSentence(viewer.displayName)} commented on your post`,
})

/** An answer calls its receiver by name, whether it says the handle or not (DECISIONS row 250). */
const answerNotice = ({ viewer, comment, post }: Written, answered: CommentDocument): Notice => ({
  userId: answered.authorId.toHexString(),
  actor: cardOf(viewer),
  ownerId: post.authorId.toHexString(),
  type: 'MENTION',
  data: {
    mentionerDisplayName: viewer.displayName,
    mentionerHandle: viewer.handle,
    postId: post._id.toHexString(),
    commentId: comment._id.toHexString(),
    isAnswer: true,
  },
  message: `${inSentence(viewer.displayName)} replied to your comment`,
  // The key of a mention: an answer that says the handle notifies once.
  dedupeKey: `mention:${comment._id.toHexString()}`,
})

/** The post's author gets a notification of the comment already. */
export function mentionsOfOthers({ viewer, comment, mentioned, post }: Written): Notice[] {
  const postAuthorId = post.authorId.toHexString()
  return mentionNotices(
    mentioned.filter(({ id }) => id !== postAuthorId),
    {
      postId: post._id.toHexString(),
      postAuthorId,
      author: cardOf(viewer),
      where: 'comment',
      textId: comment._id.toHexString(),
    },
  )
}
