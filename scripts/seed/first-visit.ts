import { Types } from 'mongoose'
import type { CreateReportInput } from '#contract/moderation.ts'
import { createGroup } from '#server/features/messages/groups/groups.service.ts'
import { sendMessage } from '#server/features/messages/messages.service.ts'
import { createReport } from '#server/features/moderation/reports/reports.service.ts'
import { AlertModel } from '#server/features/monitor/alerts/alerts.model.ts'
import type { FollowDocument } from '#server/features/people/follows/follows.model.ts'
import type { UserDocument } from '#server/features/people/users/users.model.ts'
import type { PostDocument } from '#server/features/posts/posts.model.ts'
import type { Viewer } from '#server/platform/viewer.ts'

const MINUTE = 60_000

const REPORTS: readonly Omit<CreateReportInput, 'targetType' | 'targetId'>[] = [
  { reason: 'spam', details: 'The third plunger advert of today.' },
  { reason: 'harassment', details: 'He calls my towels grey.' },
  { reason: 'other' },
]

/** The demo people: the king first, then the rest of the cast, then the crowd. */
interface FirstVisit {
  cast: readonly UserDocument[]
  crowd: readonly UserDocument[]
  ties: readonly FollowDocument[]
  posts: readonly PostDocument[]
  viewerOf: (person: UserDocument) => Promise<Viewer>
}

/** What the king finds on a first visit: reports, a message request, a group, and an alert that is over. */
export async function prepareFirstVisit({
  cast: [king, ...court],
  crowd,
  ties,
  posts,
  viewerOf,
}: FirstVisit): Promise<void> {
  const followed = new Set(
    ties
      .filter(({ followerId }) => followerId.equals(king!._id))
      .map(({ followeeId }) => followeeId.toHexString()),
  )
  const stranger = crowd.find(({ _id }) => !followed.has(_id.toHexString()))
  if (stranger)
    await sendMessage(await viewerOf(stranger), {
      receiverId: king!._id.toHexString(),
      content: 'Your majesty does not know me, but I know where the good paper is.',
    })
  // Only people who have accepted contact can be added.
  const followers = new Set(
    ties
      .filter(({ followeeId }) => followeeId.equals(king!._id))
      .map(({ followerId }) => followerId.toHexString()),
  )
  const guards = court.filter(({ _id }) => followers.has(_id.toHexString())).slice(0, 3)
  const { conversation } = await createGroup(await viewerOf(king!), {
    name: 'Night shift',
    memberIds: guards.map(({ _id }) => _id.toHexString()),
  })
  await sendMessage(await viewerOf(guards[0]!), {
    receiverId: conversation.id,
    content: 'Who has the key to the west wing?',
  })
  const reporter = court.at(-1)!
  const reported = posts.filter(({ authorId }) => !authorId.equals(reporter._id)).slice(0, REPORTS.length)
  for (const [at, { _id }] of reported.entries())
    await createReport(await viewerOf(reporter), {
      targetType: 'post',
      targetId: _id.toHexString(),
      ...REPORTS[at]!,
    })
  const now = Date.now()
  await AlertModel.insertMany([
    {
      _id: new Types.ObjectId(),
      rule: 'reports',
      openedAt: new Date(now - 90 * MINUTE),
      value: 12,
      peak: 14,
      threshold: 10,
      detail: '',
      told: true,
      resolvedAt: new Date(now - 60 * MINUTE),
      resolvedHow: 'calm',
      rev: 2,
    },
  ])
}
