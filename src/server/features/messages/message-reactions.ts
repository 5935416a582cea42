import { trusted } from 'mongoose'
import { oneEmoji } from '#contract/emoji.ts'
import type { MessageView } from '#contract/messages.ts'
import { notFound } from '#server/platform/errors.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { assertCanReach } from './change-message.ts'
import { otherPerson } from './members.service.ts'
import { MessageModel, type MessageDocument } from './messages.model.ts'
import { readableMessage } from './message-lists.ts'
import { presentMessageTo } from './messages.present.ts'
import { updateMessage } from './message-writes.ts'
import { acceptByAnswer } from './requests.service.ts'
import { isWithin, unexpired } from './visibility.ts'

/**
 * Sets the viewer's reaction to a message of either person, or removes it with null. The same call again
 * changes nothing (LIVE L32), and a reaction accepts a request. Throws 404 for a message that does not exist
 * or is deleted, and what sending refuses.
 */
export async function reactToMessage(
  viewer: Viewer,
  conversationId: string,
  messageId: string,
  emoji: string | null,
): Promise<MessageView> {
  const other = await otherPerson(viewer, conversationId)
  assertCanReach(viewer, other)
  if (other.isGroup) await readableMessage(viewer, messageId)
  else if (emoji !== null) await acceptByAnswer(viewer, other)
  const message = {
    _id: messageId,
    conversationId,
    deleted: false,
    notice: trusted({ $exists: false }),
    ...unexpired(clock.now()),
  }
  const field = `reactions.${viewer.id}`
  const spelling = emoji && oneEmoji(emoji)
  const isOther = { [field]: trusted(spelling ? { $ne: spelling } : { $exists: true }) }
  const change = spelling ? { $set: { [field]: spelling } } : { $unset: { [field]: 1 } }
  return transact(async (tx) => {
    const current =
      (await updateMessage(tx, { ...message, ...isOther }, change)) ??
      (await MessageModel.findOne(message).session(tx.session).lean<MessageDocument>())
    if (!current || !isWithin(other.place, current)) throw notFound()
    return presentMessageTo(viewer, current)
  })
}
