import type { ConversationWith, MessageView } from '#contract/messages.ts'
import type { TextVersionView } from '#contract/primitives.ts'
import { api, ApiError, isTransient } from '#client/live/http.ts'
import {
  applyConversations,
  conversationOf,
  dropReadOverlay,
  overlayRead,
  useConversationsStore,
} from './conversations.store.ts'
import { endOffer, returnWords } from './just-sent.store.ts'
import { fetchConversationWith, messagePath, postRead } from './messages.api.ts'
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

const applyAnswer = async (answer: Promise<MessageView>): Promise<void> => {
  const message = await answer
  applyMessages(message.conversationId, [message])
}

/** Deletes one of the viewer's messages: its place in the thread stays. Throws ApiError. */
export const deleteMessage = (message: MessageView): Promise<void> =>
  applyAnswer(api.delete(messagePath(message)))

/** Hides the card of a link in one of the viewer's messages. Throws ApiError. */
export const hidePreview = (message: MessageView): Promise<void> =>
  applyAnswer(api.delete(`${messagePath(message)}/preview`))

/** Brings back a message that the viewer has just deleted. Throws ApiError, 404 when it is permanently gone. */
export const restoreMessage = (message: MessageView): Promise<void> =>
  applyAnswer(api.post(`${messagePath(message)}/restore`))

/** Takes back a message that the viewer has just sent; its words return to the field. Throws ApiError. */
export async function takeBackMessage(message: MessageView): Promise<void> {
  await applyAnswer(api.post(`${messagePath(message)}/take-back`))
  endOffer(message.id)
  returnWords(message)
}

/** Throws ApiError; then the message has not changed. */
export const editMessage = (message: MessageView, content: string): Promise<void> =>
  applyAnswer(api.patch(messagePath(message), { content }))

/** What a message said before its edits, newest first. Throws ApiError. */
export const messageVersions = (message: MessageView, signal: AbortSignal): Promise<TextVersionView[]> =>
  api.get(`${messagePath(message)}/versions`, undefined, signal)

/** Gives a message the viewer's reaction; null takes it back. Throws ApiError. */
export const reactToMessage = (message: MessageView, emoji: string | null): Promise<void> =>
  applyAnswer(
    emoji === null
      ? api.delete(`${messagePath(message)}/reaction`)
      : api.put(`${messagePath(message)}/reaction`, { emoji }),
  )
