import type { SendMessageInput } from '#contract/messages.ts'
import { isVisible } from '#contract/text.ts'
import { resolveUpload } from '#server/features/media/media.links.ts'
import { mediaTypeOf, mediaUrlOf } from '#server/features/media/media.present.ts'
import { attachMedia, type Named } from '#server/features/media/media.uses.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { MessageDocument } from './messages.model.ts'

/** What is being sent, with the upload it names. */
export type Draft = SendMessageInput & { named: Named | null }

/** The input with its file here. Throws what `arrivedMedia` throws. */
export async function draftOf(viewer: Viewer, input: SendMessageInput): Promise<Draft> {
  const { mediaUrl, mediaType } = input
  return {
    ...input,
    named: mediaUrl ? { mediaUrl: await resolveUpload(viewer, mediaUrl, 'message'), mediaType } : null,
  }
}

/** The message with its picture or video, claimed for its two people in the transaction that writes it. */
export async function withMedia(
  tx: Transaction,
  message: MessageDocument,
  { named, altText }: Draft,
): Promise<MessageDocument> {
  if (!named) return message
  const [sender, receiver] = [message.senderId.toHexString(), message.receiverId.toHexString()]
  const media = await attachMedia(tx, { id: sender }, named, {
    purpose: 'message',
    id: message._id,
    people: [sender, receiver],
  })
  return {
    ...message,
    media,
    mediaUrl: mediaUrlOf(media),
    mediaType: mediaTypeOf(media.kind),
    altText: altText && isVisible(altText) ? altText : null,
  }
}
