import type { ActorView } from '#contract/users.ts'
import { followUses } from '#server/features/media/media.uses.ts'
import { onNewCard } from '#server/features/users/renames.ts'
import { loadViewer } from '#server/features/users/viewers.service.ts'
import { bus } from '#server/platform/bus.ts'
import { cardOf } from '#server/platform/viewer.ts'
import { announce } from './conversations.service.ts'
import { ConversationModel, MessageModel } from './messages.model.ts'
import { pairOf } from './messages.pairs.ts'
import { otherOf, presentConversation, presentMessage } from './messages.present.ts'

/** What others do that changes what a conversation shows. */
export function subscribeMessages(): () => void {
  const stops = [
    bus.on('relation:changed', ({ userId, otherId, kind }) => (kind === 'block' ? tellWhetherTheyCanWrite(userId, otherId) : undefined)),
    onNewCard(tellNewCard),
  ]
  return () => stops.forEach((stop) => stop())
}

/** Conversations that are told of a new name: those most likely on somebody's screen. */
const TOLD = 100

// A new name or picture shows in every conversation of this person, so their `rev` must rise (LIVE L2). What only the person
// sees (consents, e-mail, suspension) must not get here: it would rewrite all conversations for nothing.
async function tellNewCard(actor: ActorView): Promise<void> {
  await ConversationModel.updateMany({ people: actor.id }, { $inc: { rev: 1 } })
  const person = await loadViewer(actor.id)
  const newest = await ConversationModel.find({ people: actor.id }).sort({ 'lastMessage.createdAt': -1, _id: -1 }).limit(TOLD).lean()
  if (!person) return
  // Another process may remember the person by their old name for some seconds.
  for (const conversation of newest) announce(bus, conversation, { ...person, ...actor }, await loadViewer(otherOf(conversation, actor.id)))
}

/** After a block or its end both see at once whether the composer is open. */
async function tellWhetherTheyCanWrite(userId: string, otherId: string): Promise<void> {
  const conversation = await ConversationModel.findOneAndUpdate({ pair: pairOf(userId, otherId) }, { $inc: { rev: 1 } }, { returnDocument: 'after' }).lean()
  if (!conversation) return
  const [one, other] = await Promise.all([loadViewer(userId), loadViewer(otherId)])
  if (!one || !other) return
  bus.emit('conversation:updated', { userId: one.id, conversation: presentConversation(conversation, one, cardOf(other)) })
  bus.emit('conversation:updated', { userId: other.id, conversation: presentConversation(conversation, other, cardOf(one)) })
}

/** A message's video is ready, or will never be: both people are told. */
export const keepMessageMediaFresh = (): (() => void) =>
  followUses('message', async (tx, id, media) => {
    // One that is erased or hidden shows nothing.
    const message = await MessageModel.findOneAndUpdate({ _id: id, deleted: false }, { $set: { media }, $inc: { rev: 1 } }, { session: tx.session, returnDocument: 'after' }).lean()
    if (message) tx.emit('message:updated', { message: presentMessage(message) })
  })
