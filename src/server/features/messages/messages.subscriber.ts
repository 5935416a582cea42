import { followUses } from '#server/features/media/media.uses.ts'
import { loadViewer } from '#server/features/users/viewers.service.ts'
import { bus } from '#server/platform/bus.ts'
import { cardOf } from '#server/platform/viewer.ts'
import { ConversationModel, MessageModel } from './messages.model.ts'
import { pairOf } from './messages.pairs.ts'
import { presentConversation, presentMessage } from './messages.present.ts'

/** What others do that changes what a conversation shows. */
export function subscribeMessages(): () => void {
  const stops = [
    bus.on('relation:changed', ({ userId, otherId, kind }) => (kind === 'block' ? tellWhetherTheyCanWrite(userId, otherId) : undefined)),
    // A new name or picture shows in every conversation of this person, so their `rev` must rise (LIVE L2). What only the
    // person sees (consents, e-mail, suspension) must not get here: it would rewrite all conversations for nothing.
    bus.on('user:updated', async ({ actor }) => void (await ConversationModel.updateMany({ people: actor.id }, { $inc: { rev: 1 } }))),
  ]
  return () => stops.forEach((stop) => stop())
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
