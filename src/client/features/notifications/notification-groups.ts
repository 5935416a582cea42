import type { NotificationView } from '#contract/notifications.ts'
import type { ActorView } from '#contract/people.ts'

/** Notifications of one kind about one post, newest first; all others are alone. */
export interface NotificationGroup {
  key: string
  newest: NotificationView
  rows: readonly NotificationView[]
  /** Who caused them, each once, newest first. */
  people: readonly ActorView[]
}

/** What a group of several people says after their names. */
const DEEDS = { REACTION: 'reacted to your post', COMMENT: 'commented on your post' } as const

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

const keyOf = ({ type, data, id }: NotificationView): string =>
  (type === 'REACTION' || type === 'COMMENT') && 'postId' in data ? `${type}:${data.postId}` : id

/** The whole sentence: the server's own for one person, the names for several. */
export function messageOf({ newest, people }: NotificationGroup): string {
  const [first, second] = people
  const { type, message } = newest
  if (!second || (type !== 'REACTION' && type !== 'COMMENT')) return message
  const others = people.length === 2 ? second.displayName : `${people.length - 1} others`
  return `${first!.displayName} and ${others} ${DEEDS[type]}`
}
