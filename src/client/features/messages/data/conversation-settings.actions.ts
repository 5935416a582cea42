import type { ConversationView, Disappearing, MuteSpan } from '#contract/messages.ts'
import { api } from '#client/live/http.ts'
import { applyConversations } from './conversations.store.ts'
import { holdUnread } from './threads.actions.ts'

// What a person sets for a conversation. All throw ApiError.

const pathOf = (id: string, setting: string): string => `/api/messages/${id}/${setting}`

const applyAnswer = async (answer: Promise<ConversationView>): Promise<void> =>
  applyConversations([await answer])

/** On or off. */
const setOwn = (id: string, setting: 'archive' | 'pin', on: boolean): Promise<void> =>
  applyAnswer(on ? api.put(pathOf(id, setting)) : api.delete(pathOf(id, setting)))

/** Marks a conversation as unread. Another page that shows its thread reads it again. */
export function markConversationUnread(id: string): Promise<void> {
  holdUnread(id)
  return applyAnswer(api.post(pathOf(id, 'unread')))
}

/** Mutes a conversation for a span, or unmutes it (null). */
export const muteConversation = (id: string, span: MuteSpan | null): Promise<void> =>
  applyAnswer(span === null ? api.delete(pathOf(id, 'mute')) : api.put(pathOf(id, 'mute'), { for: span }))

/** Archives a conversation, or takes it out of the archive. */
export const archiveConversation = (id: string, on: boolean): Promise<void> => setOwn(id, 'archive', on)

/** Pins a conversation on top of the list, or unpins it; 409 when no more fit. */
export const pinConversation = (id: string, on: boolean): Promise<void> => setOwn(id, 'pin', on)

/** Sets for both people after how long new messages disappear (null: never). */
export const setDisappearing = (id: string, after: Disappearing | null): Promise<void> =>
  applyAnswer(api.put(pathOf(id, 'disappearing'), { after }))

/** Accepts or declines a request. */
export const decideRequest = (id: string, verb: 'accept' | 'decline'): Promise<void> =>
  applyAnswer(api.post(pathOf(id, verb)))
