import type { ConversationView, ConversationWith, MessageView, SendMessageInput } from '#contract/messages.ts'
import { api } from '#client/live/http.ts'
import type { Place } from './conversation-lists.ts'

/** Newest first; `before` is the createdAt of the last message of the last loaded conversation. */
export const fetchConversations = (place: Place, before: string | undefined, signal: AbortSignal) =>
  api.get<ConversationView[]>(
    `/api/messages/${place === 'list' ? 'conversations' : place}`,
    { before },
    signal,
  )

/** The conversation with a person, or null and the person's card when there are no messages yet. */
export const fetchConversationWith = (userId: string) =>
  api.get<ConversationWith>(`/api/messages/with/${userId}`)

/** Ascending by seq: the newest 50, or 50 before or after a seq. */
export const fetchMessages = (conversationId: string, range: { before?: number; after?: number } = {}) =>
  api.get<MessageView[]>(`/api/messages/${conversationId}`, range)

export const postMessage = (input: SendMessageInput) => api.post<MessageView>('/api/messages', input)

export const postRead = (conversationId: string, seq: number) =>
  api.post<ConversationView>(`/api/messages/${conversationId}/read`, { seq })

/** The address of one message. */
export const messagePath = ({ conversationId, id }: Pick<MessageView, 'conversationId' | 'id'>): string =>
  `/api/messages/${conversationId}/${id}`
