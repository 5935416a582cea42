import { trusted } from 'mongoose'
import type { ActorView } from '#contract/people.ts'
import { onMediaReady } from '#server/features/media/media.uses.ts'
import { onBlock, type BlockChange } from '#server/features/people/relations/relations.service.ts'
import { loadActors } from '#server/features/people/users/people.service.ts'
import { onNewCard } from '#server/features/people/users/profile-changes.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import { bus } from '#server/platform/bus.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { changeConversation, emitConversation, pairOf } from './conversations.service.ts'
import { ConversationModel, MessageModel, type AtBlock } from './messages.model.ts'
import { otherOf, presentMessage } from './messages.present.ts'

/** What others do that changes what a conversation shows. */
export function subscribeMessages(): () => void {
  const stops = [
    bus.onLocal('relation:changed', ({ userId, otherId, kind }) =>
      kind === 'block' ? emitCanWrite(userId, otherId) : undefined,
    ),
    onNewCard(refreshCard),
    onBlock(keepAtBlock),
  ]
  return () => stops.forEach((stop) => stop())
}

/** Conversations that are told of a new name: those most likely on somebody's screen. */
const TOLD = 100

// A new name or picture shows in every conversation of this person, so their `rev` must rise (LIVE L2). What
// only the person sees (consents, e-mail, suspension) must not get here: it would rewrite all conversations
// for nothing. People whom this person has blocked learn nothing, not even by a `rev`.
async function refreshCard(actor: ActorView): Promise<void> {
  const notBlocked = { people: actor.id, [`atBlock.${actor.id}`]: trusted({ $exists: false }) }
  await ConversationModel.updateMany(notBlocked, { $inc: { rev: 1 } })
  const person = await loadViewer(actor.id)
  const newest = await ConversationModel.find(notBlocked)
    .sort({ 'lastMessage.createdAt': -1, _id: -1 })
    .limit(TOLD)
    .lean()
  if (!person) return
  // Another process may remember the person by their old name for some seconds.
  for (const conversation of newest)
    emitConversation(
      bus,
      conversation,
      { ...person, ...actor },
      await loadViewer(otherOf(conversation, actor.id)),
    )
}

/** From a block to its end the blocked person sees the other one as they were at the block (LIVE L25). */
async function keepAtBlock(tx: Transaction, { blockerId, blockedId, isBlocked }: BlockChange): Promise<void> {
  const conversation = await ConversationModel.findOne({ pair: pairOf(blockerId, blockedId) })
    .session(tx.session)
    .lean()
  const card = (await loadActors([blockerId], tx)).get(blockerId)
  if (!conversation || !card) return
  const field = `atBlock.${blockerId}`
  const atBlock: AtBlock = { card, readSeq: conversation.readSeq[blockerId] ?? 0 }
  await changeConversation(tx, conversation, {
    ...(isBlocked ? { $set: { [field]: atBlock } } : { $unset: { [field]: 1 } }),
    $inc: { rev: 1 },
  })
}

/** After a block or its end both see at once whether the composer is open. */
async function emitCanWrite(userId: string, otherId: string): Promise<void> {
  const conversation = await ConversationModel.findOneAndUpdate(
    { pair: pairOf(userId, otherId) },
    { $inc: { rev: 1 } },
    { returnDocument: 'after' },
  ).lean()
  if (!conversation) return
  const [one, other] = await Promise.all([loadViewer(userId), loadViewer(otherId)])
  if (!one || !other) return
  emitConversation(bus, conversation, one, other)
}

/** A message's video is ready, or will never be: both people are told. */
export const keepMessageMediaFresh = (): (() => void) =>
  onMediaReady('message', async (tx, id, media) => {
    // One that is erased or hidden shows nothing.
    const message = await MessageModel.findOneAndUpdate(
      { _id: id, deleted: false },
      { $set: { media }, $inc: { rev: 1 } },
      { session: tx.session, returnDocument: 'after' },
    ).lean()
    if (message) tx.emit('message:updated', { message: presentMessage(message) })
  })
