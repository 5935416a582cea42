import type { UnreadCountView } from '#contract/notifications.ts'
import { readById } from '#server/platform/mongo/read-by-id.ts'
import { NotificationCounterModel, type NotificationCounterDocument } from './notifications.model.ts'

const readCounter = readById<NotificationCounterDocument>(NotificationCounterModel)

/** A person's unread notifications: one read by id, whatever their number. */
export async function unreadCount(userId: string): Promise<UnreadCountView> {
  const counter = await readCounter(userId)
  return { count: counter?.unread ?? 0, rev: counter?.rev ?? 0 }
}
