import { exportedDecrees } from '#server/features/blog/blog.export.ts'
import { exportedComments } from '#server/features/comments/comments.export.ts'
import { exportedFollows } from '#server/features/people/follows/follows.export.ts'
import { exportedFiles } from '#server/features/media/media.export.ts'
import { exportedMessages } from '#server/features/messages/messages.export.ts'
import { exportedCases } from '#server/features/moderation/moderation.export.ts'
import { exportedNotifications } from '#server/features/notifications/notifications.export.ts'
import { exportedPosts } from '#server/features/posts/posts.export.ts'
import { exportedReactions } from '#server/features/posts/reactions/reactions.export.ts'
import { exportedRelations } from '#server/features/people/relations/relations.export.ts'
import { exportedReports } from '#server/features/moderation/reports/reports.export.ts'
import { exportedWaiting } from '#server/features/moderation/spam/held.service.ts'
import { exportedActivity } from '#server/features/account/security-log/security-log.service.ts'
import { exportedFactors } from '#server/features/account/second-factor/factors.store.ts'
import { blockersOf } from '#server/features/people/relations/hidden-people.service.ts'
import { loadActors } from '#server/features/people/users/actors.service.ts'

/** One thing of an export: plain values, dates as such. */
export type ExportedThing = Record<string, unknown>

/** Everything the house keeps of a person beside the account itself, list by list, each read while it is written. */
export const exportSections = (id: string): Record<string, () => AsyncIterable<ExportedThing>> => ({
  posts: () => exportedPosts(id),
  comments: () => exportedComments(id),
  reactions: () => exportedReactions(id),
  following: () => withNames(id, exportedFollows(id, 'followerId')),
  followers: () => withNames(id, exportedFollows(id, 'followeeId')),
  muted: () => withNames(id, exportedRelations(id, 'mute')),
  blocked: () => withNames(id, exportedRelations(id, 'block')),
  waiting: () => exportedWaiting(id),
  messages: () => withNames(id, exportedMessages(id)),
  notifications: () => exportedNotifications(id),
  reports: () => exportedReports(id),
  decisions: () => exportedCases(id),
  decrees: () => exportedDecrees(id),
  activity: () => exportedActivity(id),
  secondFactors: () => exportedFactors(id),
  files: () => filesOf(id),
})

async function* filesOf(id: string): AsyncGenerator<ExportedThing> {
  for await (const { open: _, ...file } of exportedFiles(id)) yield file
}

const PORTION = 200

/** Puts names beside ids: the list may be long, so a portion at a time. */
async function* withNames<T extends { userId: string }>(readerId: string, rows: AsyncIterable<T>): AsyncGenerator<ExportedThing> {
  const blockers = await blockersOf(readerId)
  let portion: T[] = []
  for await (const row of rows) {
    portion.push(row)
    if (portion.length < PORTION) continue
    yield* await named(portion, blockers)
    portion = []
  }
  yield* await named(portion, blockers)
}

async function named<T extends { userId: string }>(rows: readonly T[], blockers: ReadonlySet<string>): Promise<ExportedThing[]> {
  const people = await loadActors(rows.map(({ userId }) => userId))
  return rows.map(({ userId, ...row }) => {
    const person = people.get(userId)
    // A handle never changes. A name may be newer than a block, and then is not for the blocked (LIVE L25).
    const displayName = person && blockers.has(userId) ? person.handle : person?.displayName
    return { handle: person?.handle ?? 'deleted', displayName: displayName ?? 'Deleted account', ...row }
  })
}
