import { Types } from 'mongoose'
import type { ActorView } from '#contract/people.ts'
import { addressForStaff } from '#server/features/media/media.policy.ts'
import { presentMedia } from '#server/features/media/media.present.ts'
import { onBlock, type BlockChange } from '#server/features/people/relations/relations.service.ts'
import { loadActors, onNewCard } from '#server/features/people/users/people.service.ts'
import { forgetViewer } from '#server/features/people/users/viewers.service.ts'
import { bus } from '#server/platform/bus.ts'
import { clock } from '#server/platform/clock.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { hiding, type ModeratedKind, type ShownThing } from '#server/shared/moderated.ts'
import { removeFromConversation, returnToConversation } from './conversation-preview.ts'
import { claimantOf } from './conversation-claims.model.ts'
import { pairOf } from './conversation-heads.ts'
import { placeOf, pushRows } from './conversations.service.ts'
import { expectExpiry } from './erase-expired.ts'
import { hideFiles, releaseMessageMedia, showAgain } from './message-files.ts'
import { readLinkLater } from './message-link-card.ts'
import { takeUndoableMessage } from './message-undo.ts'
import {
  ConversationModel,
  ERASED_CONTENT,
  ERASED_FIELDS,
  contentOf,
  MessageModel,
  type ConversationDocument,
  type MessageDocument,
} from './messages.model.ts'
import { memberships, type AtBlock } from './memberships.model.ts'
import { updateMessage } from './message-writes.ts'
import { tellGroups } from './groups/group-copies.ts'
import { hideInGroups, refreshMembers, showFilesInGroups } from './groups/group-handlers.ts'
import { pushNewest, raiseForOthers } from './read-receipts.ts'
import { readableMessage } from './message-lists.ts'
import { searchWords } from './search/search-words.ts'
import { isExpired } from './visibility.ts'

/** Events of other domains that change what a conversation shows. */
export function subscribeMessages(): () => void {
  const stops = [
    bus.onLocal('relation:changed', ({ userId, otherId, kind }) =>
      kind === 'block' ? emitCanWrite(userId, otherId) : undefined,
    ),
    showFilesInGroups(),
    tellGroups(),
    onNewCard(refreshCard),
    onBlock(storeAtBlock),
    onBlock(hideInGroups),
  ]
  return () => stops.forEach((stop) => stop())
}

// Every conversation of this person shows the new name or picture, so what each sees of it must rise (LIVE L2).
async function refreshCard(actor: ActorView): Promise<void> {
  await refreshMembers(actor.id, actor.displayName)
  const which = { userId: new Types.ObjectId(actor.id), otherId: { $exists: true } }
  await memberships.updateMany(which, { $inc: { rev: 1 } })
  await raiseForOthers(actor.id)
  // The cached one may have the old name for some seconds.
  forgetViewer(actor.id)
  await pushNewest(actor.id)
}

/** Stores the blocker's card and read position while a block lasts (LIVE L25). */
async function storeAtBlock(
  tx: Transaction,
  { blockerId, blockedId, isBlocked }: BlockChange,
): Promise<void> {
  const conversationId = await claimantOf(pairOf(blockerId, blockedId), tx)
  if (!conversationId) return
  const card = (await loadActors([blockerId], tx)).get(blockerId)
  if (!card) return
  const { own } = await placeOf(tx, { id: blockerId }, conversationId.toHexString())
  const atBlock: AtBlock = { card, readSeq: own.hidesReads ? 0 : own.readSeq }
  await memberships.updateOne(
    { conversationId, userId: new Types.ObjectId(blockedId) },
    { ...(isBlocked ? { $set: { atBlock } } : { $unset: { atBlock: 1 } }), $inc: { rev: 1 } },
    { session: tx.session },
  )
}

/** After a block or its end both people see at once whether they can write. */
async function emitCanWrite(userId: string, otherId: string): Promise<void> {
  const conversationId = await claimantOf(pairOf(userId, otherId))
  if (!conversationId) return
  await ConversationModel.updateOne({ _id: conversationId }, { $inc: { rev: 1 } })
  await pushRows(conversationId.toHexString())
}

/** Empties a message for both people, as if it were erased. Null when there is none, or it is erased. */
export async function hideMessage(tx: Transaction, messageId: string): Promise<HiddenMessage | null> {
  const message = await MessageModel.findById(messageId).session(tx.session).lean<MessageDocument>()
  // One that its sender has just deleted counts: it could come back.
  if (message?.deleted) return withoutOthers(await takeUndoableMessage(tx, { _id: messageId }))
  if (!message) return null
  await updateMessage(
    tx,
    { _id: message._id, conversationId: message.conversationId },
    { $set: ERASED_CONTENT, $unset: ERASED_FIELDS },
  )
  await hideFiles(tx, message)
  const conversation = await conversationOf(tx, message)
  if (conversation) await removeFromConversation(tx, conversation, [message])
  return withoutOthers(message)
}

/** A message that moderators removed, without what belongs to others. */
type HiddenMessage = Omit<MessageDocument, 'receiverId' | 'reactions' | 'words'>

/** That stays with the emptied message, where the erasure of an account finds it. */
function withoutOthers(message: MessageDocument | null): HiddenMessage | null {
  if (!message) return null
  const { receiverId: _, reactions: __, words: ___, ...hidden } = message
  return hidden
}

/** Gives a hidden message its content back. */
export async function restoreMessage(tx: Transaction, message: HiddenMessage): Promise<void> {
  const { linkCard: _, morePictures: __, ...kept } = contentOf(message)
  // A request may have been accepted since.
  const there = await MessageModel.findById(message._id).session(tx.session).lean<MessageDocument>()
  if (!there) return
  const shown = { ...(await showAgain(tx, there, message)), words: searchWords(message) }
  const $set = { ...kept, ...shown, deleted: false }
  const restored = await updateMessage(
    tx,
    { _id: message._id, conversationId: message.conversationId },
    { $set },
  )
  if (!restored) return
  await expectExpiry(tx, restored)
  await readLinkLater(restored, tx)
  const conversation = await conversationOf(tx, restored)
  if (conversation) await returnToConversation(tx, conversation, restored)
}

/** Lets go of what a hidden message showed; the empty message stays in the sequence. */
export async function purgeMessage(tx: Transaction, message: HiddenMessage): Promise<void> {
  const { _id } = message
  await MessageModel.updateOne({ _id }, { $unset: { reactions: 1 } }, { session: tx.session })
  await releaseMessageMedia(tx, message, message)
}

const conversationOf = (
  tx: Transaction,
  { conversationId }: MessageDocument,
): Promise<ConversationDocument | null> =>
  ConversationModel.findById(conversationId).session(tx.session).lean<ConversationDocument>().exec()

/** A reported message as staff see it. Its pictures and videos stay between the two. */
function shownToStaff({ content, media }: Pick<MessageDocument, 'content' | 'media'>): ShownThing {
  if (media?.kind !== 'audio') return { text: content, media: null }
  const mediaUrl = addressForStaff(media)
  return {
    text: content,
    media: {
      mediaUrl,
      mediaType: 'audio',
      media: { ...presentMedia(media), mediaUrl },
      altText: null,
      contentWarn: null,
      nsfw: false,
    },
  }
}

export const moderatedMessage: ModeratedKind = {
  async find(viewer, id) {
    const { senderId, content, mediaUrl } = await readableMessage(viewer, id)
    return { ownerId: senderId, text: content, mediaUrl, path: null }
  },
  async current(id) {
    const message = await MessageModel.findById(id).lean<MessageDocument>()
    return message && !message.deleted && !isExpired(message, clock.now()) ? shownToStaff(message) : null
  },
  hiding: hiding({
    hide: hideMessage,
    restore: restoreMessage,
    purge: purgeMessage,
    shown: shownToStaff,
  }),
}
