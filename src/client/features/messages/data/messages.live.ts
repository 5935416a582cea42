import type { LiveEvent } from '#client/live/registry.ts'
import { applyConversations } from './conversations.store.ts'
import { fillForward } from './threads.actions.ts'
import { confirmOutgoing, dropArrived } from './outbox.actions.ts'
import { hideTyping, showPresence, showTyping } from './signals.store.ts'
import { applyMessages } from './threads.store.ts'

export function onMessageCreated({ message, clientId }: LiveEvent<'message:created'>): void {
  hideTyping(message.conversationId, message.senderId)
  if (clientId) return confirmOutgoing(clientId, message)
  if (applyMessages(message.conversationId, [message]))
    void fillForward(message.conversationId).finally(dropArrived)
}

export const onMessageUpdated = ({ message }: LiveEvent<'message:updated'>): void =>
  void applyMessages(message.conversationId, [message])

export const onConversationUpdated = ({ conversation }: LiveEvent<'conversation:updated'>): void =>
  applyConversations([conversation])

export const onTyping = ({ conversationId, userId, until }: LiveEvent<'typing'>): void =>
  showTyping(conversationId, userId, Date.parse(until))

export const onPresence = ({ userId, online }: LiveEvent<'presence'>): void => showPresence(userId, online)
