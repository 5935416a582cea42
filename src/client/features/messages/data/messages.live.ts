import { followViewer } from '#client/features/account/data/viewer/follow-viewer.ts'
import { currentViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { isLive } from '#client/live/connection.store.ts'
import { onLive, onReset, onResync } from '#client/live/registry.ts'
import {
  conversationOf,
  dropReadOverlay,
  forgetConversations,
  overlayRead,
  upsertConversations,
} from './conversations.store.ts'
import { fetchConversations, postRead } from './messages.api.ts'
import { closeOutbox, openOutbox } from './outbox.store.ts'
import { confirmOutgoing, dropArrived, flushOutbox, forgetQueue } from './outbox.queue.ts'
import { forgetSignals, hideTyping, showPresence, showTyping } from './signals.store.ts'
import { fillForward, resyncThreads } from './threads.sync.ts'
import { forgetThreads, takeMessages } from './threads.store.ts'

onLive('message:created', ({ message, clientId }) => {
  hideTyping(message.conversationId, message.senderId)
  if (clientId) return confirmOutgoing(clientId, message)
  if (takeMessages(message.conversationId, [message]))
    void fillForward(message.conversationId).finally(dropArrived)
})
onLive('message:updated', ({ message }) => void takeMessages(message.conversationId, [message]))
onLive('conversation:updated', ({ conversation }) => upsertConversations([conversation]))
onLive('typing', ({ conversationId, userId, until }) => showTyping(conversationId, userId, Date.parse(until)))
onLive('presence', ({ userId, online }) => showPresence(userId, online))

async function catchUp(): Promise<void> {
  if (!currentViewer()) return
  flushOutbox()
  upsertConversations(await fetchConversations())
  await resyncThreads()
  dropArrived()
}
onResync('messages', catchUp)

followViewer((viewerId) => {
  openOutbox(viewerId)
  // Loaded after `ready`: that resync has passed already. When this one fails, the next brings the badge.
  if (isLive()) catchUp().catch(() => undefined)
})

onReset(() => {
  forgetConversations()
  forgetThreads()
  forgetSignals()
  closeOutbox()
  forgetQueue()
})

/**
 * Everything up to `seq` has been seen: gone from the badges at once, told to the server, taken back if it
 * fails.
 */
export async function markConversationRead(conversationId: string, seq: number): Promise<void> {
  const conversation = conversationOf(conversationId)
  if (!conversation || conversation.unreadCount === 0) return
  overlayRead(conversationId, seq)
  try {
    upsertConversations([await postRead(conversationId, seq)])
  } catch {
    // Not read, then: the badge comes back, and the next look at the thread tries again.
    dropReadOverlay(conversationId)
  }
}
