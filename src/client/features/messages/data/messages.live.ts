import {
  currentViewer,
  useViewerStore,
  viewerFetchedAt,
} from '#client/features/account/data/viewer/viewer.store.ts'
import { followViewer } from '#client/features/account/data/viewer/follow-viewer.ts'
import { isUnchangedAtReady } from '#client/live/connection.store.ts'
import { onReset, type LiveEvent, type ResyncCause } from '#client/live/registry.ts'
import { onLateResync } from '#client/live/resync.ts'
import { soundFor } from '#client/features/notifications/data/sound.ts'
import { followDisappearing } from './disappearing.ts'
import { forgetQuoted, refreshQuoted } from './replies.store.ts'
import {
  applyConversations,
  applySpoken,
  conversationOf,
  isMuted,
  removeConversation,
  useConversationsStore,
} from './conversations.store.ts'
import { resendReads } from './messages.actions.ts'
import {
  conversationsReadAt,
  holdConversations,
  refetchConversations,
  refetchGroups,
} from './messages.lists.ts'
import { confirmOutgoing, dropArrived, fillHole, flushOutbox } from './outbox.actions.ts'
import { importUntilHere } from '#client/ui/lazy-component.ts'
import { whenIdle } from '#client/ui/when-idle.ts'
import { hideTyping, showPresence, showTyping } from './signals.store.ts'
import { resyncThreads } from './threads.actions.ts'
import { dropThreads, receiveMessage } from './threads.store.ts'

// The app imports this module after the first render: it fills the badge and sends the outbox.

async function catchUp(cause?: ResyncCause): Promise<void> {
  if (!currentViewer()) return
  flushOutbox()
  // Without the list, the badge shows the count of the document.
  const { unread } = useViewerStore.getState()
  const readAt = conversationsReadAt() || (unread ? viewerFetchedAt() : 0)
  if (!isUnchangedAtReady(cause, readAt)) {
    // Together with the list's own resync.
    await refetchConversations()
    await refetchGroups()
  }
  forgetQuoted()
  await resyncThreads()
  dropArrived()
  await resendReads()
}

onLateResync('messages', catchUp)

const isListed = (): boolean => useConversationsStore.getState().isListed
const holdIfListed = () => isListed() && holdConversations()
holdIfListed()
useConversationsStore.subscribe(holdIfListed)

followDisappearing()

// The resync after `ready` does the rest.
followViewer(flushOutbox)

// What was written while only this browser knew the person.
useViewerStore.subscribe(({ status }, before) => {
  if (status === 'known' && before.status === 'kept') flushOutbox()
})

// In an idle moment: nothing on the screen needs it.
followViewer((viewerId) =>
  whenIdle(
    () =>
      void importUntilHere(() => import('./copy/refresh-copy.ts')).then(({ startOfflineCopy }) =>
        startOfflineCopy(viewerId),
      ),
  ),
)

/** By conversation: a message whose sound waits for the row, which may be a request (LIVE L37) or muted. */
const unheard = new Map<string, string>()
onReset(() => unheard.clear())

export function onMessageCreated({ message, clientId, senderName }: LiveEvent<'message:created'>): void {
  hideTyping(message.conversationId, message.senderId)
  const isHeard = message.senderId !== currentViewer()?.id && !message.notice && !message.hidden
  if (isHeard) unheard.set(message.conversationId, message.id)
  const isAdded = applySpoken(message, senderName)
  if (isAdded) soundOf(message.conversationId)
  // The badge adds up the list from now on. When the fetch fails, the next resync repeats it.
  if (!isAdded || !isListed())
    refetchConversations().then(
      () => soundOf(message.conversationId),
      () => undefined,
    )
  if (clientId) return confirmOutgoing(clientId, message)
  if (receiveMessage(message)) void fillHole(message.conversationId)
}

function soundOf(conversationId: string): void {
  const [conversation, messageId] = [conversationOf(conversationId), unheard.get(conversationId)]
  if (!conversation || !messageId) return
  unheard.delete(conversationId)
  if (!conversation.request && !isMuted(conversation)) soundFor(messageId)
}

export function onConversationDeleted(gone: LiveEvent<'conversation:deleted'>): void {
  removeConversation(gone)
  dropThreads([gone.id])
}

export function onMessageUpdated({ message }: LiveEvent<'message:updated'>): void {
  refreshQuoted(message)
  receiveMessage(message)
}

export function onConversationUpdated({ conversation }: LiveEvent<'conversation:updated'>): void {
  applyConversations([conversation])
  soundOf(conversation.id)
  // The badge adds up the list from now on. When the fetch fails, the next resync repeats it.
  if (!isListed()) refetchConversations().catch(() => undefined)
}

export const onTyping = ({ conversationId, userId, until }: LiveEvent<'typing'>): void =>
  showTyping(conversationId, userId, Date.parse(until))

export const onPresence = ({ userId, online }: LiveEvent<'presence'>): void => showPresence(userId, online)
