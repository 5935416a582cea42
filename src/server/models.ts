import { ActiveVisitorModel, PageLogModel, PageMinuteModel, TallyModel } from './features/analytics/analytics.model.ts'
import { AuditModel } from './features/admin/audit/audit.model.ts'
import { BlogModel } from './features/blog/blog.model.ts'
import { CommentModel } from './features/comments/comments.model.ts'
import { CelebrityModel, TimelineModel, TimelineRowModel } from './features/posts/feed/timelines.model.ts'
import { FollowModel } from './features/people/follows/follows.model.ts'
import { HouseModel } from './features/admin/site-settings/house.model.ts'
import { MediaModel } from './features/media/media.model.ts'
import { ConversationModel, MessageModel } from './features/messages/messages.model.ts'
import { FaultModel } from './features/monitor/faults.model.ts'
import { CaseModel, RemovedModel } from './features/moderation/moderation.model.ts'
import { NotificationCounterModel, NotificationModel } from './features/notifications/notifications.model.ts'
import { PostModel, PostTombstoneModel } from './features/posts/posts.model.ts'
import { ShareModel } from './features/posts/shares.model.ts'
import { ReactionModel } from './features/posts/reactions/reactions.model.ts'
import { ResetTokenModel } from './features/account/recovery/recovery.model.ts'
import { RelationModel } from './features/people/relations/relations.model.ts'
import { ReportModel } from './features/moderation/reports/reports.model.ts'
import { SecurityModel } from './features/account/security-log/security-log.model.ts'
import { FactorsModel } from './features/account/second-factor/factors.model.ts'
import { SessionModel } from './features/account/sessions/sessions.model.ts'
import { HeldModel, HeldTombstoneModel } from './features/moderation/spam/held.model.ts'
import { UserModel } from './features/people/users/users.model.ts'
import { JobModel } from './platform/jobs/jobs.model.ts'
import type { IndexedModel } from './platform/mongo/indexes.ts'
import { MigrationModel } from './platform/mongo/migrations.model.ts'

/** Every collection of the house. The migration at start compares the indexes of what is registered here. */
export const models: readonly IndexedModel[] = [
  UserModel,
  ResetTokenModel,
  FactorsModel,
  SessionModel,
  SecurityModel,
  JobModel,
  FollowModel,
  RelationModel,
  PostModel,
  PostTombstoneModel,
  ReactionModel,
  CommentModel,
  TimelineRowModel,
  TimelineModel,
  CelebrityModel,
  NotificationModel,
  NotificationCounterModel,
  ConversationModel,
  MessageModel,
  MediaModel,
  PageMinuteModel,
  ActiveVisitorModel,
  ReportModel,
  BlogModel,
  AuditModel,
  FaultModel,
  TallyModel,
  PageLogModel,
  CaseModel,
  RemovedModel,
  HeldModel,
  HeldTombstoneModel,
  ShareModel,
  HouseModel,
  MigrationModel,
]
