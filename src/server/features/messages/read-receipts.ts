import { trusted, Types } from 'mongoose'
import { hidesReadsNow, onReceiptsChanged } from '#server/features/people/users/viewers.service.ts'
import { defineJob } from '#server/platform/jobs/job-kinds.ts'
import { pushRows } from './conversations.service.ts'
import { refreshMembers } from './groups/group-handlers.ts'
import { memberships } from './memberships.model.ts'
import { ConversationModel } from './messages.model.ts'

// A membership keeps whether its person has switched off read receipts (LIVE L42), so that its view needs no other
// record, and its `rev` rises with the setting.

/** A conversation that began at the same moment has not seen the setting; nothing takes longer to begin. */
const ONCE_MORE_AFTER_MS = 10_000

/** Writes the setting to the person's conversations, by a job. */
export const followReceiptSettings = (): (() => void) =>
  onReceiptsChanged(async (tx, userId) => {
    await spreading.enqueue({ userId }, { tx, key: userId })
    await spreading.enqueue({ userId }, { tx, afterMs: ONCE_MORE_AFTER_MS })
  })

const spreading = defineJob<{ userId: string }>({
  kind: 'read-receipts',
  does: "Shows or hides in a person's conversations how far they have read, after they changed the setting.",
  isObligation: true,
  concurrency: 2,
  async run({ userId }) {
    const hides = await hidesReadsNow(userId)
    if (hides !== null) await spread(userId, hides)
  },
})

/** At most so many conversations are pushed: the newest, which may be on a screen. */
const MAX_PUSHED = 100

async function spread(userId: string, hides: boolean): Promise<void> {
  const id = new Types.ObjectId(userId)
  // A group asks its members for their setting.
  const differs = { userId: id, otherId: { $exists: true }, hidesReads: { $exists: !hides } }
  const { modifiedCount } = await memberships.updateMany(differs, {
    ...(hides ? { $set: { hidesReads: true as const } } : { $unset: { hidesReads: 1 } }),
    $inc: { rev: 1 },
  })
  await refreshMembers(userId)
  await raiseForOthers(userId)
  if (modifiedCount > 0) await pushNewest(userId)
}

/**
 * Raises the rev of all who see this person in a conversation of two. People whom the person has blocked must not
 * notice, not even by a `rev` (LIVE L25).
 */
export const raiseForOthers = (userId: string): Promise<unknown> =>
  memberships.updateMany(
    { otherId: new Types.ObjectId(userId), atBlock: { $exists: false } },
    { $inc: { rev: 1 } },
  )

/** Pushes the rows of a person's newest conversations of two to both people. */
export async function pushNewest(userId: string): Promise<void> {
  const newest = await ConversationModel.find(
    { people: userId, group: trusted({ $exists: false }) },
    { people: 1 },
  )
    .sort({ 'lastMessage.createdAt': -1, _id: -1 })
    .limit(MAX_PUSHED)
    .lean()
  const frozen = await memberships
    .find({
      conversationId: { $in: newest.map(({ _id }) => _id) },
      otherId: new Types.ObjectId(userId),
      atBlock: { $exists: true },
    })
    .toArray()
  const isFrozen = new Set(frozen.map(({ conversationId }) => conversationId.toHexString()))
  for (const { _id } of newest) {
    const id = _id.toHexString()
    await pushRows(id, isFrozen.has(id) ? [userId] : undefined)
  }
}
