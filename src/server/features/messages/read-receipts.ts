import { trusted } from 'mongoose'
import {
  hidesReadsNow,
  loadViewer,
  onReceiptsChanged,
} from '#server/features/people/users/viewers.service.ts'
import { bus } from '#server/platform/bus.ts'
import { defineJob } from '#server/platform/jobs/job-kinds.ts'
import { cardOf, type Viewer } from '#server/platform/viewer.ts'
import { emitConversationTo } from './conversations.service.ts'
import { ConversationModel, type ConversationDocument } from './messages.model.ts'
import { membershipOf, otherOf } from './memberships.ts'
import { frozenFor } from './visibility.ts'
import { refreshMembers } from './groups/group-handlers.ts'

// A conversation keeps which of its people have switched off read receipts (LIVE L42), so that its view needs
// no other record, and its `rev` rises with the setting.

/** The mark of a new conversation. */
export function hidesReadsFrom(people: readonly Viewer[]): Pick<ConversationDocument, 'hidesReads'> {
  const hiding = people.filter(({ hidesReads }) => hidesReads)
  return hiding.length > 0 ? { hidesReads: Object.fromEntries(hiding.map(({ id }) => [id, true])) } : {}
}

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
  const field = `hidesReads.${userId}`
  const block = `atBlock.${userId}`
  // A group asks its members for their setting.
  const differs = {
    people: userId,
    group: trusted({ $exists: false }),
    [field]: trusted({ $exists: !hides }),
  }
  const change = hides ? { $set: { [field]: true } } : { $unset: { [field]: 1 } }
  const newest = await ConversationModel.find(differs, { _id: 1 })
    .sort({ 'lastMessage.createdAt': -1, _id: -1 })
    .limit(MAX_PUSHED)
    .lean()
  // People whom this person has blocked must not notice, not even by a `rev` (LIVE L25).
  await ConversationModel.updateMany(
    { ...differs, [block]: trusted({ $exists: true }) },
    { ...change, $inc: { rev: 1, [`${block}.hiddenRevs`]: 1 } },
  )
  await ConversationModel.updateMany(
    { ...differs, [block]: trusted({ $exists: false }) },
    { ...change, $inc: { rev: 1 } },
  )
  await refreshMembers(userId)
  await pushAll(
    userId,
    newest.map(({ _id }) => _id),
  )
}

async function pushAll(userId: string, ids: readonly ConversationDocument['_id'][]): Promise<void> {
  const person = await loadViewer(userId)
  if (!person) return
  const changed = await ConversationModel.find({ _id: trusted({ $in: [...ids] }) }).lean<
    ConversationDocument[]
  >()
  for (const conversation of changed) {
    const other = await loadViewer(otherOf(conversation, userId))
    emitConversationTo(bus, conversation, person, other && cardOf(other))
    const theirs = other && membershipOf(conversation, other.id)
    if (other && theirs && !frozenFor(theirs, other.blocked.has(userId)))
      emitConversationTo(bus, conversation, other, cardOf(person))
  }
}
