import { NotificationCounterModel, NotificationModel } from './features/notifications/notifications.model.ts'
import { PostModel } from './features/posts/posts.model.ts'
import type { IndexedModel } from './platform/mongo/migrate.ts'

/** Every collection of the house. The migration at start builds the indexes of what is registered here. */
export const models: readonly IndexedModel[] = [PostModel, NotificationModel, NotificationCounterModel]
