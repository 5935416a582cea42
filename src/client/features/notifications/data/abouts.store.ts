import { commentBrief, postBrief } from '#contract/notifications.briefs.ts'
import type { CommentBrief, NotificationAbout, NotificationView, PostBrief } from '#contract/notifications.ts'
import { isHidden, useRelations } from '#client/features/people/data/relations/relations.store.ts'
import { useNotificationsStore } from './notifications.store.ts'
import { createCollection } from '#client/live/collection.ts'
import { onLive } from '#client/live/registry.ts'

/** As many as notifications are held (LIVE L17). */
const LIMIT = 500

// What notifications are about is kept once for each post and comment: all notifications about one show the same,
// and its own rev says which copy is newer (LIVE L2).
const posts = createCollection<PostBrief>({ limit: LIMIT })
const comments = createCollection<CommentBrief>({ limit: LIMIT })

/** The ids of the post and the comment a notification is about. */
export const subjectOf = ({ data }: NotificationView): { postId?: string; commentId?: string } => ({
  ...('postId' in data && data.postId && { postId: data.postId }),
  ...('commentId' in data && data.commentId && { commentId: data.commentId }),
})

/** Keeps what these notifications are about, and forgets what the server no longer shows. */
export function applyAbouts(notifications: readonly NotificationView[]): void {
  const abouts = notifications.map((one) => ({ ...subjectOf(one), ...one.about }))
  posts.remove(abouts.flatMap(({ postId, post }) => (postId && !post ? [postId] : [])))
  comments.remove(abouts.flatMap(({ commentId, comment }) => (commentId && !comment ? [commentId] : [])))
  posts.apply(abouts.flatMap(({ post }) => post ?? []))
  comments.apply(abouts.flatMap(({ comment }) => comment ?? []))
}

/** Whether a notification is about it. What it is about may come back after its deletion (LIVE L27). */
const isHeld = (subject: 'postId' | 'commentId', id: string): boolean =>
  [...useNotificationsStore.getState().records.values()].some((one) => subjectOf(one)[subject] === id)

/** Keeps what is shown up to date while a list of notifications is on screen and watches their posts. */
export function followAbouts(): () => void {
  const ends = [
    onLive('post:updated', ({ post }) => {
      if (isHeld('postId', post.id)) posts.apply([postBrief(post)])
    }),
    onLive('post:deleted', posts.markDeleted),
    onLive('comment:updated', ({ comment }) => {
      if (isHeld('commentId', comment.id)) comments.apply([commentBrief(comment)])
    }),
    onLive('comment:deleted', comments.markDeleted),
  ]
  return () => ends.forEach((end) => end())
}

/** What a notification is about, without the words of people who have been hidden meanwhile (LIVE L19). */
export function useAbout(notification: NotificationView): NotificationAbout {
  const { postId = '', commentId = '' } = subjectOf(notification)
  const post = useShown(posts.use(({ records }) => records.get(postId)))
  const comment = useShown(comments.use(({ records }) => records.get(commentId)))
  return { post, comment: post && comment }
}

function useShown<Brief extends PostBrief | CommentBrief>(brief: Brief | undefined): Brief | null {
  const hidden = useRelations(({ changed }) => brief !== undefined && isHidden(changed.get(brief.authorId)))
  return hidden ? null : (brief ?? null)
}
