import { rowsOf } from '#server/platform/mongo/rows.ts'
import { NotificationModel, type NotificationDocument } from './notifications.model.ts'

/** Everything a person was told, newest first, for their export. */
export async function* exportedNotifications(userId: string): AsyncGenerator<Record<string, unknown>> {
  for await (const row of rowsOf(NotificationModel.find({ userId }).sort({ seq: -1 }).lean<NotificationDocument[]>())) {
    const { type, message, read, createdAt } = row
    yield { type, message, read, createdAt }
  }
}
