import { z } from 'zod'
import { ConversationsQuery, ConversationView, DisappearingInput, MuteInput } from '#contract/messages.ts'
import { Id } from '#contract/primitives.ts'
import { routesOf } from '#server/platform/http/route.ts'
import {
  archiveConversation,
  markUnread,
  muteConversation,
  pinConversation,
  unarchiveConversation,
  unmuteConversation,
  unpinConversation,
} from './conversation-settings.service.ts'
import { setDisappearing } from './disappearing.service.ts'
import { listArchived } from './message-lists.ts'

const route = routesOf({ tag: 'messages', access: 'user' })
const InConversation = z.object({ conversationId: Id })

/**
 * What each of the two sets for themselves, and after how long messages disappear. Before the routes of
 * messages, which would match their words as ids.
 */
export const conversationSettingsRoutes = [
  route.get('/messages/archived', {
    summary: 'The conversations that the viewer has archived, newest message first',
    limit: 'read',
    query: ConversationsQuery,
    answers: { 200: z.array(ConversationView) },
    handle: ({ viewer, query }) => listArchived(viewer, query),
  }),
  route.post('/messages/:conversationId/unread', {
    summary: 'Mark a conversation as unread until you read it again',
    limit: 'write',
    whileSuspended: true,
    params: InConversation,
    answers: { 200: ConversationView },
    handle: ({ viewer, params }) => markUnread(viewer, params.conversationId),
  }),
  route.put('/messages/:conversationId/mute', {
    summary: 'Mute a conversation: it makes no notification, push or sound until then',
    limit: 'write',
    whileSuspended: true,
    params: InConversation,
    body: MuteInput,
    answers: { 200: ConversationView },
    handle: ({ viewer, params, body }) => muteConversation(viewer, params.conversationId, body.for),
  }),
  route.delete('/messages/:conversationId/mute', {
    summary: 'Unmute a conversation',
    limit: 'write',
    whileSuspended: true,
    params: InConversation,
    answers: { 200: ConversationView },
    handle: ({ viewer, params }) => unmuteConversation(viewer, params.conversationId),
  }),
  route.put('/messages/:conversationId/archive', {
    summary: 'Archive a conversation: a new message brings it back, unless it is muted',
    limit: 'write',
    whileSuspended: true,
    params: InConversation,
    answers: { 200: ConversationView },
    handle: ({ viewer, params }) => archiveConversation(viewer, params.conversationId),
  }),
  route.delete('/messages/:conversationId/archive', {
    summary: 'Take a conversation out of the archive',
    limit: 'write',
    whileSuspended: true,
    params: InConversation,
    answers: { 200: ConversationView },
    handle: ({ viewer, params }) => unarchiveConversation(viewer, params.conversationId),
  }),
  route.put('/messages/:conversationId/pin', {
    summary: 'Pin a conversation on top of your list, three at most',
    limit: 'write',
    whileSuspended: true,
    params: InConversation,
    answers: { 200: ConversationView },
    handle: ({ viewer, params }) => pinConversation(viewer, params.conversationId),
  }),
  route.delete('/messages/:conversationId/pin', {
    summary: 'Unpin a conversation',
    limit: 'write',
    whileSuspended: true,
    params: InConversation,
    answers: { 200: ConversationView },
    handle: ({ viewer, params }) => unpinConversation(viewer, params.conversationId),
  }),
  route.put('/messages/:conversationId/disappearing', {
    summary: 'Set for both people after how long new messages disappear, or that they stay',
    limit: 'write',
    params: InConversation,
    body: DisappearingInput,
    answers: { 200: ConversationView },
    handle: ({ viewer, params, body }) => setDisappearing(viewer, params.conversationId, body.after),
  }),
]
