import type { NotificationView } from '#contract/notifications.ts'
import type { ActorView } from '#contract/people.ts'
import { inSentence } from '#contract/text.ts'

/** Notifications of one kind about one post, or of reactions to one comment, newest first; all others are alone. */
export interface NotificationGroup {
  key: string
  newest: NotificationView
  rows: readonly NotificationView[]
  /** Who caused them, each once, newest first. */
  people: readonly ActorView[]
}

/** What a group of several people says after their names. */
const deedOf = ({ type, data }: Extract<NotificationView, { type: 'REACTION' | 'COMMENT' }>): string => {
  if (type === 'COMMENT') return 'commented on your post'
  return data.commentId ? 'reacted to your comment' : 'reacted to your post'
}

/**
 * Groups rows by kind and post. It depends on the rows alone, so that pushes and a refetch, which give the same
 * rows, give the same groups (LIVE L1). A group stands where its newest row does.
 */
export function groupNotifications(rows: readonly NotificationView[]): NotificationGroup[] {
  return [...Map.groupBy(rows, keyOf)].map(([key, group]) => ({
    key,
    newest: group[0]!,
    rows: group,
    people: [...new Map(group.map(({ actor }) => [actor.id, actor])).values()],
  }))
}

function keyOf({ type, data, id }: NotificationView): string {
  if (type === 'REACTION') return `${type}:${data.commentId ?? data.postId}`
  return type === 'COMMENT' ? `${type}:${data.postId}` : id
}

/** The whole sentence: the server's own for one person, the names for several. */
export function messageOf({ newest, people }: NotificationGroup): string {
  const [first, second] = people
  if (!second || (newest.type !== 'REACTION' && newest.type !== 'COMMENT')) return newest.message
  const others = people.length === 2 ? inSentence(second.displayName) : `${people.length - 1} others`
  return `${inSentence(first!.displayName)} and ${others} ${deedOf(newest)}`
}
