import { trusted } from 'mongoose'
import type { ActorView } from '#contract/people.ts'
import { addressForStaff } from '#server/features/media/media.policy.ts'
import { presentMedia } from '#server/features/media/media.present.ts'
import { onBlock, type BlockChange } from '#server/features/people/relations/relations.service.ts'
import { loadActors, onNewCard } from '#server/features/people/users/people.service.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import { bus } from '#server/platform/bus.ts'
import { clock } from '#server/platform/clock.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { hiding, type ModeratedKind, type ShownThing } from '#server/platform/moderated.ts'
import { removeFromConversation, returnToConversation } from './conversation-preview.ts'
import { changeConversation, emitConversation, pairOf } from './conversations.service.ts'
import { expectExpiry } from './erase-expired.ts'
import { hideFiles, letGo, showAgain } from './message-files.ts'
import { readLinkLater } from './message-link-card.ts'
import { takeUndoable } from './message-undo.ts'
import {
  ConversationModel,
  ERASED_CONTENT,
  ERASED_FIELDS,
  contentOf,
  MessageModel,
  type AtBlock,
  type ConversationDocument,
  type MessageDocument,
} from './messages.model.ts'
import { membershipOf, otherOf } from './memberships.ts'
import { pushOf } from './messages.present.ts'
import { hideInGroups, refreshMembers, subscribeGroups } from './groups/group-handlers.ts'
import { readableMessage } from './message-lists.ts'
import { searchWords } from './search/search-words.ts'
import { isExpired } from './visibility.ts'

/** Events of other domains that change what a conversation shows. */
export function subscribeMessages(): () => void {
  const stops = [
    bus.onLocal('relation:changed', ({ userId, otherId, kind }) =>
      kind === 'block' ? emitCanWrite(userId, otherId) : undefined,
    ),
    subscribeGroups(),
    onNewCard(refreshCard),
    onBlock(keepAtBlock),
    onBlock(hideInGroups),
  ]
  return () => stops.forEach((stop) => stop())
}

/** At most so many conversations are pushed after a rename: the newest, which may be on a screen. */
const MAX_PUSHED = 100

// Every conversation of this person shows the new name or picture, so its `rev` must rise (LIVE L2). People
// whom this person has blocked must not notice, not even by a `rev`.
async function refreshCard(actor: ActorView): Promise<void> {
  await refreshMembers(actor.id, actor.displayName)
  const notBlocked = {
    people: actor.id,
    group: trusted({ $exists: false }),
    [`atBlock.${actor.id}`]: trusted({ $exists: false }),
  }
  await ConversationModel.updateMany(notBlocked, { $inc: { rev: 1 } })
  const person = await loadViewer(actor.id)
  const newest = await ConversationModel.find(notBlocked)
    .sort({ 'lastMessage.createdAt': -1, _id: -1 })
    .limit(MAX_PUSHED)
    .lean()
  if (!person) return
  // The cached viewer may have the old name for some seconds, so the new card is put over it.
  for (const conversation of newest)
    emitConversation(
      bus,
      conversation,
      { ...person, ...actor },
      await loadViewer(otherOf(conversation, actor.id)),
    )
}

/** Stores the blocker's card and read position while a block lasts (LIVE L25). */
async function keepAtBlock(tx: Transaction, { blockerId, blockedId, isBlocked }: BlockChange): Promise<void> {
  const conversation = await ConversationModel.findOne({ pair: pairOf(blockerId, blockedId) })
    .session(tx.session)
    .lean()
  const card = (await loadActors([blockerId], tx)).get(blockerId)
  if (!conversation || !card) return
  const field = `atBlock.${blockerId}`
  const blocker = membershipOf(conversation, blockerId)
  if (!blocker) return
  const atBlock: AtBlock = { card, readSeq: blocker.hidesReads ? 0 : blocker.readSeq }
  await changeConversation(tx, conversation, {
    ...(isBlocked ? { $set: { [field]: atBlock } } : { $unset: { [field]: 1 } }),
    $inc: { rev: 1 },
  })
}

/** After a block or its end both people see at once whether they can write. */
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

/** Empties a message for both people, as if it were erased. Null when there is none, or it is erased. */
export async function hideMessage(tx: Transaction, messageId: string): Promise<HiddenMessage | null> {
  const message = await MessageModel.findById(messageId).session(tx.session).lean<MessageDocument>()
  // One that its sender has just deleted counts: it could come back.
  if (message?.deleted) return withoutOthers(await takeUndoable(tx, { _id: messageId }))
  if (!message) return null
  await write(tx, message._id, ERASED_CONTENT, ERASED_FIELDS)
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
  const restored = await write(tx, message._id, { ...kept, ...shown, deleted: false })
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
  await letGo(tx, message, message)
}

async function write(
  tx: Transaction,
  id: MessageDocument['_id'],
  change: Partial<MessageDocument>,
  unset: Record<string, 1> = {},
): Promise<MessageDocument | null> {
  const changed = await MessageModel.findByIdAndUpdate(
    id,
    { $set: change, $unset: unset, $inc: { rev: 1 } },
    { session: tx.session, returnDocument: 'after' },
  ).lean<MessageDocument>()
  if (changed) tx.emit('message:updated', pushOf(changed))
  return changed
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
