import type { Types } from 'mongoose'
import { retainLinkCard, releaseLinkCard } from '#server/features/media/link-cards/link-cards.service.ts'
import {
  attachAll,
  detachAll,
  hideAll,
  showAll,
  visibleOrNull,
  type Attached,
} from '#server/features/media/media-attached.ts'
import type { Named } from '#server/features/media/media-uses.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import type { MessageDocument } from './messages.model.ts'
import { searchWords } from './search/search-words.ts'

// What a message shows besides its words: files, and the card of a link.

type Shower = Pick<MessageDocument, '_id' | 'conversationId' | 'senderId' | 'receiverId' | 'veiled'>
type Shown = Attached & Pick<MessageDocument, 'linkCard'>

const showerOf = ({ _id }: Pick<MessageDocument, '_id'>) => ({ kind: 'message', id: _id }) as const

/**
 * Who may open the files of a message: of a veiled one its sender alone (LIVE L45). In a group the members of the moment
 * as well (`showFilesInGroups`).
 */
const peopleOf = ({ conversationId, senderId, receiverId, veiled }: Shower): Types.ObjectId[] =>
  veiled || receiverId.equals(conversationId) ? [senderId] : [senderId, receiverId]

/** The message with the uploads that its sender names, attached in the transaction that writes it. */
export async function withFiles(
  tx: Transaction,
  message: MessageDocument,
  { named, altText }: { named: readonly Named[]; altText?: string | null | undefined },
): Promise<MessageDocument> {
  if (named.length === 0) return message
  const sender = { id: message.senderId.toHexString() }
  const people = peopleOf(message).map((id) => id.toHexString())
  const files = await attachAll(tx, sender, named, { purpose: 'message', id: message._id, people })
  const shown = { ...message, ...files, altText: visibleOrNull(altText) }
  return { ...shown, words: searchWords(shown) }
}

/** Hides the files of a deleted or removed message from both people. */
export const hideFiles = (tx: Transaction, message: MessageDocument): Promise<void> =>
  hideAll(tx, message, showerOf(message))

/** Lets those people open the files of a message who are in it now. */
export const showFiles = (
  tx: Transaction,
  message: Shower,
  files: Attached,
): Promise<Pick<MessageDocument, 'media' | 'morePictures'>> =>
  showAll(tx, files, showerOf(message), peopleOf(message))

/**
 * Shows again what a message showed: to both people, or to its sender while it is veiled. Returns the fields as they
 * are now.
 */
export async function showAgain(
  tx: Transaction,
  message: Shower,
  { linkCard, ...files }: Shown,
): Promise<Pick<MessageDocument, 'media' | 'morePictures' | 'linkCard'>> {
  return {
    ...(await showFiles(tx, message, files)),
    // Nothing kept its picture meanwhile.
    ...(linkCard && (await retainLinkCard(tx, linkCard)) && { linkCard }),
  }
}

/** Lets go of what a message showed, in the transaction that erases it permanently. */
export async function releaseMessageMedia(
  tx: Transaction,
  message: Pick<MessageDocument, '_id'>,
  { linkCard, ...files }: Shown,
): Promise<void> {
  await detachAll(tx, files, showerOf(message))
  if (linkCard) await releaseLinkCard(tx, linkCard)
}
