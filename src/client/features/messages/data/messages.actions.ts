import type { ConversationWith, MessageView } from '#contract/messages.ts'
import { ApiError, isTransient } from '#client/live/http.ts'
import {
  applyConversations,
  conversationOf,
  dropReadOverlay,
  overlayRead,
  useConversationsStore,
} from './conversations.store.ts'
import { endOffer, returnWords } from './just-sent.store.ts'
import {
  fetchConversationWith,
  postRead,
  sendMessageDelete,
  sendHidePreview,
  sendMessageRestore,
  sendTakeBack,
} from './messages.api.ts'
import { isHeldUnread } from './threads.actions.ts'
import { applyMessages } from './threads.store.ts'

/** Loads the conversation with a person; without one, the answer has the person's card. Throws ApiError. */
export async function loadConversationWith(personId: string): Promise<ConversationWith> {
  const found = await fetchConversationWith(personId)
  if (found.conversation) applyConversations([found.conversation])
  return found
}

/** Marks everything up to `seq` as read. The badges change at once, and change back when the server refuses it. */
export async function markConversationRead(conversationId: string, seq: number): Promise<void> {
  const conversation = conversationOf(conversationId)
  if (!conversation || conversation.unreadCount === 0 || isHeldUnread(conversationId)) return
  overlayRead(conversationId, seq)
  // Without an answer it counts as read here, and the resync tells the server.
  await tellRead(conversationId, seq).catch(() => undefined)
}

/** Tells the server what was read while it could not be reached. Throws ApiError when it still cannot be. */
export async function resendReads(): Promise<void> {
  for (const [id, seq] of useConversationsStore.getState().readUpTo) await tellRead(id, seq)
}

// A refusal (the viewer has left the group) is no reason to stop: the badge shows the count again, and the next view of
// the thread repeats the call.
async function tellRead(conversationId: string, seq: number): Promise<void> {
  try {
    applyConversations([await postRead(conversationId, seq)])
  } catch (error) {
    if (error instanceof ApiError && isTransient(error)) throw error
    dropReadOverlay(conversationId)
  }
}

/** Deletes one of the viewer's messages: its place in the thread stays. Throws ApiError. */
export const deleteMessage = async (message: MessageView): Promise<void> =>
  void applyMessages(message.conversationId, [await sendMessageDelete(message)])

/** Hides the card of a link in one of the viewer's messages. Throws ApiError. */
export const hidePreview = async (message: MessageView): Promise<void> =>
  void applyMessages(message.conversationId, [await sendHidePreview(message)])

/** Brings back a message that the viewer has just deleted. Throws ApiError, 404 when it is permanently gone. */
export const restoreMessage = async (message: MessageView): Promise<void> =>
  void applyMessages(message.conversationId, [await sendMessageRestore(message)])

/** Takes back a message that the viewer has just sent; its words return to the field. Throws ApiError. */
export async function takeBackMessage(message: MessageView): Promise<void> {
  applyMessages(message.conversationId, [await sendTakeBack(message)])
  endOffer(message.id)
  returnWords(message)
}
