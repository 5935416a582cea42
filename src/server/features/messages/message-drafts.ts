import { Types } from 'mongoose'
import type { SendMessageInput } from '#contract/messages.ts'
import { namedIn } from '#server/features/media/media-attached.ts'
import type { Named } from '#server/features/media/media-uses.ts'
import { clock } from '#server/platform/clock.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { ConversationHead } from './conversation-heads.ts'
import { LIFETIME } from './erase-expired.ts'
import { knownCardOf } from './message-link-card.ts'
import type { MessageDocument } from './messages.model.ts'
import { searchWords } from './search/search-words.ts'

/** The input of a message, with the uploads it names and the card of its link. */
export type Draft = SendMessageInput & { named: readonly Named[] } & Pick<MessageDocument, 'linkCard'>

/** Finds the uploads that the input names. Throws what `namedIn` throws. */
export async function draftOf(viewer: Viewer, input: SendMessageInput): Promise<Draft> {
  const { content, mediaUrl = null, hidePreview } = input
  return {
    ...input,
    named: await namedIn(viewer, 'message', input),
    // Mostly known already: the sender has seen the preview.
    ...(await knownCardOf({ content, mediaUrl, deleted: false, ...(hidePreview && { hidePreview }) })),
  }
}

/** A message to be written. */
export interface Outgoing {
  viewer: Viewer
  /** Null in a group. */
  receiver: Viewer | null
  draft: Draft
}

/** The message that follows the end of a conversation as this process knows it. */
export const nextMessage = (
  { conversationId, lastSeq, requestFrom, disappearing }: ConversationHead,
  { viewer, receiver, draft }: Outgoing,
  createdAt = clock.date(),
): MessageDocument => ({
  _id: clock.id(),
  conversationId,
  seq: lastSeq + 1,
  senderId: new Types.ObjectId(viewer.id),
  receiverId: receiver ? new Types.ObjectId(receiver.id) : conversationId,
  content: draft.content,
  mediaUrl: null,
  mediaType: null,
  words: searchWords({ content: draft.content, mediaType: null }),
  deleted: false,
  ...(draft.linkCard && { linkCard: draft.linkCard }),
  ...(draft.hidePreview && { hidePreview: true as const }),
  ...(requestFrom === viewer.id && { veiled: true as const }),
  ...(draft.replyTo && { replyTo: draft.replyTo }),
  ...(draft.clientId && { clientId: draft.clientId }),
  createdAt,
  ...(disappearing && { expiresAt: new Date(createdAt.getTime() + LIFETIME[disappearing]) }),
  rev: 1,
})
