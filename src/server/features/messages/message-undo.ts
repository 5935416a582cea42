import { trusted } from 'mongoose'
import { MESSAGES } from '#contract/errors.ts'
import type { MessageView } from '#contract/messages.ts'
import { conflict, forbidden, notFound } from '#server/platform/errors.ts'
import { defineJob } from '#server/platform/jobs/job-kinds.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { undoTime } from '#server/shared/undo-time.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { removeFromConversation, returnToConversation } from './conversation-preview.ts'
import { changeOwn, write, type MessagePlace } from './change-message.ts'
import { notifyOfChat } from './chat-notices.ts'
import { rowFor } from './memberships.ts'
import { expectExpiry } from './erase-expired.ts'
import { hideFiles, releaseMessageMedia, showAgain } from './message-files.ts'
import { readLinkLater } from './message-link-card.ts'
import {
  ERASED_CONTENT,
  ERASED_FIELDS,
  contentOf,
  MessageModel,
  type MessageDocument,
} from './messages.model.ts'
import { searchWords } from './search/search-words.ts'
import { canSendTo } from './visibility.ts'

/**
 * Deletes the viewer's own message for both people: its seq stays, and its content goes. They can bring it back
 * for a while (DECISIONS row 321). May run again.
 */
export const deleteMessage = (
  viewer: Viewer,
  conversationId: string,
  messageId: string,
): Promise<MessageView> =>
  changeOwn(viewer, conversationId, messageId, async (message, { tx, conversation }) => {
    if (message.deleted) return message
    const deleted = undoTime() > 0 ? await deleteForNow(tx, message) : await erase(tx, message)
    await removeFromConversation(tx, conversation, [deleted])
    return deleted
  })

async function erase(tx: Transaction, message: MessageDocument, more: object = {}): Promise<MessageDocument> {
  const erased = await write(tx, message, {
    $set: { ...ERASED_CONTENT, ...more },
    $unset: { ...ERASED_FIELDS, reactions: 1 },
  })
  await releaseMessageMedia(tx, message, message)
  return erased
}

/** Keeps the content on the message until the job runs. */
async function deleteForNow(tx: Transaction, message: MessageDocument): Promise<MessageDocument> {
  const undoable = contentOf(message)
  const deleted = await write(tx, message, {
    $set: { ...ERASED_CONTENT, undoable },
    $unset: ERASED_FIELDS,
  })
  await hideFiles(tx, message)
  const payload = { messageId: message._id.toHexString(), rev: deleted.rev }
  await flushing.enqueue(payload, { tx, afterMs: undoTime() })
  return deleted
}

/** `rev`: of this deletion, there may be a later one. */
const flushing = defineJob<{ messageId: string; rev: number }>({
  kind: 'flush-message',
  does: 'Erases a message for good when its sender has not brought it back.',
  isObligation: true,
  concurrency: 4,
  run: ({ messageId, rev }) =>
    transact(async (tx) => {
      const message = await takeUndoableMessage(tx, { _id: messageId, rev })
      if (message) await releaseMessageMedia(tx, message, message)
    }),
})

/** A deleted message as it was; its sender cannot bring it back from now on. */
export async function takeUndoableMessage(
  tx: Transaction,
  which: { _id: string; rev?: number },
): Promise<MessageDocument | null> {
  const held = await MessageModel.findOneAndUpdate(
    { ...which, undoable: trusted({ $exists: true }) },
    { $unset: { undoable: 1, reactions: 1 } },
    { session: tx.session, returnDocument: 'before' },
  ).lean<MessageDocument>()
  return held && { ...held, ...held.undoable, deleted: false }
}

/**
 * Brings back a message that the viewer has just deleted; one that is back already is answered too. Throws 404
 * afterwards, 403 when there is a block by now.
 */
export async function undoMessageDeletion(
  viewer: Viewer,
  conversationId: string,
  messageId: string,
): Promise<MessageView> {
  let reached: MessagePlace | undefined
  const view = await changeOwn(viewer, conversationId, messageId, async (message, place) => {
    reached = place
    if (!message.deleted) return message
    const back = await bringBack(viewer, message, place)
    await returnToConversation(place.tx, place.conversation, back)
    return back
  })
  // After the commit: a stopped process leaves it to the next try.
  if (reached) await noticeAgain(viewer, reached)
  return view
}

/** The deletion of the only unread message took its notification along. */
async function noticeAgain(viewer: Viewer, { conversation, other }: MessagePlace): Promise<void> {
  const row = other.person && (await rowFor(other.person, conversation))
  if (other.person && row?.unread === 1) await notifyOfChat(conversation._id, viewer, other.person)
}

async function bringBack(
  viewer: Viewer,
  message: MessageDocument,
  { tx, other }: MessagePlace,
): Promise<MessageDocument> {
  const { undoable } = message
  if (!undoable) throw notFound(MESSAGES.goneForGood)
  if (!other.isGroup && !canSendTo(viewer, other.id)) throw forbidden(MESSAGES.blocked)
  const { linkCard: _, morePictures: __, ...kept } = undoable
  const shown = await showAgain(tx, message, undoable)
  const back = await write(tx, message, {
    $set: { ...kept, ...shown, words: searchWords(undoable), deleted: false },
    $unset: { undoable: 1 },
  })
  await expectExpiry(tx, message)
  await readLinkLater(back, tx)
  return back
}

/**
 * Takes back a message that the viewer has just sent: it is erased, and no page shows that there was one. Its
 * seq stays (LIVE L6). May run again. Throws 409 when it is too late.
 */
export const takeBackMessage = (
  viewer: Viewer,
  conversationId: string,
  messageId: string,
): Promise<MessageView> =>
  changeOwn(viewer, conversationId, messageId, async (message, { tx, conversation }) => {
    if (message.takenBack) return message
    if (message.deleted) throw notFound(MESSAGES.goneForGood)
    if (clock.now() - message.createdAt.getTime() > undoTime()) throw conflict(MESSAGES.tooLateToTakeBack)
    const taken = await erase(tx, message, { takenBack: true })
    await removeFromConversation(tx, conversation, [taken])
    return taken
  })
