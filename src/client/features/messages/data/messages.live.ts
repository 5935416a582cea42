import type { LiveEvent } from '#client/live/registry.ts'
import { upsertConversations } from './conversations.store.ts'
import { fillForward } from './threads.actions.ts'
import { confirmOutgoing, dropArrived } from './outbox.actions.ts'
import { hideTyping, showPresence, showTyping } from './signals.store.ts'
import { takeMessages } from './threads.store.ts'

export function onMessageCreated({ message, clientId }: LiveEvent<'message:created'>): void {
  hideTyping(message.conversationId, message.senderId)
  if (clientId) return confirmOutgoing(clientId, message)
  if (takeMessages(message.conversationId, [message]))
    void fillForward(message.conversationId).finally(dropArrived)
}

export const onMessageUpdated = ({ message }: LiveEvent<'message:updated'>): void =>
  void takeMessages(message.conversationId, [message])

export const onConversationUpdated = ({ conversation }: LiveEvent<'conversation:updated'>): void =>
  upsertConversations([conversation])

export const onTyping = ({ conversationId, userId, until }: LiveEvent<'typing'>): void =>
  showTyping(conversationId, userId, Date.parse(until))

export const onPresence = ({ userId, online }: LiveEvent<'presence'>): void => showPresence(userId, online)
