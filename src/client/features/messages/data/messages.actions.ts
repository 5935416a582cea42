import type { ConversationWith } from '#contract/messages.ts'
import { conversationOf, dropReadOverlay, overlayRead, applyConversations } from './conversations.store.ts'
import { deleteMessage, fetchConversations, fetchConversationWith, postRead } from './messages.api.ts'
import { applyMessages } from './threads.store.ts'

/** Loads a page of conversations, newest first, and answers it. Throws ApiError. */
export async function loadConversations(before?: string) {
  const page = await fetchConversations(before)
  applyConversations(page)
  return page
}

/** Loads the conversation with a person; without one, the answer has the person's card. Throws ApiError. */
export async function loadConversationWith(personId: string): Promise<ConversationWith> {
  const found = await fetchConversationWith(personId)
  if (found.conversation) applyConversations([found.conversation])
  return found
}

/** Marks everything up to `seq` as read. The badges change at once, and change back when the call fails. */
export async function markConversationRead(conversationId: string, seq: number): Promise<void> {
  const conversation = conversationOf(conversationId)
  if (!conversation || conversation.unreadCount === 0) return
  overlayRead(conversationId, seq)
  try {
    applyConversations([await postRead(conversationId, seq)])
  } catch {
    // The badge shows the count again, and the next view of the thread repeats the call.
    dropReadOverlay(conversationId)
  }
}

/** Deletes one of the viewer's messages: its place in the thread stays. Throws ApiError. */
export async function removeMessage(conversationId: string, messageId: string): Promise<void> {
  applyMessages(conversationId, [await deleteMessage(conversationId, messageId)])
}
