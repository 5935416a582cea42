import type { UnreadCountView } from '#contract/notifications.ts'
import { loadById } from '#server/platform/mongo/load-by-id.ts'
import { presentCounter } from './notification-counters.ts'
import { NotificationCounterModel, type NotificationCounterDocument } from './notifications.model.ts'

const loadCounter = loadById<NotificationCounterDocument>(NotificationCounterModel)

/** A person's unread notifications: one read by id, whatever their number. */
export async function unreadCount(userId: string): Promise<UnreadCountView> {
  return presentCounter(await loadCounter(userId))
}
