import { ActiveVisitorModel, PageMinuteModel } from './features/analytics/analytics.model.ts'
import { AuditModel } from './features/audit/audit.model.ts'
import { BlogModel } from './features/blog/blog.model.ts'
import { CommentModel } from './features/comments/comments.model.ts'
import { CelebrityModel, TimelineModel, TimelineRowModel } from './features/feed/timelines.model.ts'
import { FollowModel } from './features/follows/follows.model.ts'
import { MediaModel } from './features/media/media.model.ts'
import { ConversationModel, MessageModel } from './features/messages/messages.model.ts'
import { NotificationCounterModel, NotificationModel } from './features/notifications/notifications.model.ts'
import { PostModel, PostTombstoneModel } from './features/posts/posts.model.ts'
import { ReactionModel } from './features/reactions/reactions.model.ts'
import { ResetTokenModel } from './features/recovery/recovery.model.ts'
import { RelationModel } from './features/relations/relations.model.ts'
import { ReportModel } from './features/reports/reports.model.ts'
import { UserModel } from './features/users/users.model.ts'
import type { IndexedModel } from './platform/mongo/migrate.ts'

/** Every collection of the house. The migration at start builds the indexes of what is registered here. */
export const models: readonly IndexedModel[] = [UserModel, ResetTokenModel, FollowModel, RelationModel, PostModel, PostTombstoneModel, ReactionModel, CommentModel, TimelineRowModel, TimelineModel, CelebrityModel, NotificationModel, NotificationCounterModel, ConversationModel, MessageModel, MediaModel, PageMinuteModel, ActiveVisitorModel, ReportModel, BlogModel, AuditModel]
