import type { ConversationView, ConversationWith, MessageView, SendMessageInput } from '#contract/messages.ts'
import type { TextVersionView } from '#contract/primitives.ts'
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

/** The calls of one's own message. */
const pathOf = ({ conversationId, id }: Pick<MessageView, 'conversationId' | 'id'>) =>
  `/api/messages/${conversationId}/${id}`
export const sendMessageRestore = (message: MessageView) =>
  api.post<MessageView>(`${pathOf(message)}/restore`)
export const sendTakeBack = (message: MessageView) => api.post<MessageView>(`${pathOf(message)}/take-back`)
export const sendMessageEdit = (message: MessageView, content: string) =>
  api.patch<MessageView>(pathOf(message), { content })
export const fetchMessageVersions = (message: MessageView, signal: AbortSignal) =>
  api.get<TextVersionView[]>(`${pathOf(message)}/versions`, undefined, signal)
export const sendMessageReaction = (
  message: Pick<MessageView, 'conversationId' | 'id'>,
  emoji: string | null,
) =>
  emoji === null
    ? api.delete<MessageView>(`${pathOf(message)}/reaction`)
    : api.put<MessageView>(`${pathOf(message)}/reaction`, { emoji })
export const sendHidePreview = (message: MessageView) => api.delete<MessageView>(`${pathOf(message)}/preview`)
export const sendMessageDelete = (message: MessageView) => api.delete<MessageView>(pathOf(message))
