import { z } from 'zod'
import {
  ConversationView,
  ConversationWith,
  ConversationsQuery,
  EditMessageInput,
  MessageReactionInput,
  MessageView,
  MessagesQuery,
  ReadConversationInput,
  SendMessageInput,
} from '#contract/messages.ts'
import { MessageSearchPage, MessageSearchQuery } from '#contract/messages.search.ts'
import { Id, TextVersionView } from '#contract/primitives.ts'
import { holdsLink } from '#contract/web-addresses.ts'
import { created } from '#server/platform/http/answer.ts'
import { routesOf } from '#server/platform/http/route.ts'
import { conversationWith, listConversations, listMessages, listRequests } from './message-lists.ts'
import { rateLimit } from '#server/platform/rate-limit.ts'
import { deleteMessage, takeBackMessage, undoMessageDeletion } from './message-undo.ts'
import { editMessage, messageVersions } from './message-edits.ts'
import { reactToMessage } from './message-reactions.ts'
import { hidePreview } from './message-link-card.ts'
import { sendMessage } from './messages.service.ts'
import { markConversationRead } from './read-conversation.ts'
import { acceptRequest, declineRequest } from './requests.service.ts'
import { searchMessages } from './search/message-search.ts'

const messageRate = rateLimit('messages', 60, 60)
const reactionRate = rateLimit('messageReactions', 120, 60)

const route = routesOf({ tag: 'messages', access: 'user' })
const InConversation = z.object({ conversationId: Id })
const OneMessage = InConversation.extend({ messageId: Id })

export const messageRoutes = [
  route.post('/messages', {
    summary: 'Send a message; a retry with the same clientId answers 200 with the same message',
    limit: messageRate,
    body: SendMessageInput,
    afterConfirmation: ({ content }) => holdsLink(content),
    answers: { 201: MessageView, 200: MessageView },
    handle: async ({ viewer, body }) => {
      const { message, isNew } = await sendMessage(viewer, body)
      return isNew ? created(message) : message
    },
  }),
  // Before the path of a thread, which would match these words as a conversation's id.
  route.get('/messages/conversations', {
    summary: "The viewer's conversations, pinned ones first, then by their newest message",
    limit: 'read',
    query: ConversationsQuery,
    answers: { 200: z.array(ConversationView) },
    handle: ({ viewer, query }) => listConversations(viewer, query),
  }),
  route.get('/messages/requests', {
    summary: 'What strangers have written to the viewer, newest message first',
    limit: 'read',
    query: ConversationsQuery,
    answers: { 200: z.array(ConversationView) },
    handle: ({ viewer, query }) => listRequests(viewer, query),
  }),
  route.get('/messages/search', {
    summary: "Search the messages of the viewer's conversations, or of one, newest first",
    limit: 'read',
    query: MessageSearchQuery,
    answers: { 200: MessageSearchPage },
    handle: ({ viewer, query }) => searchMessages(viewer, query),
  }),
  route.post('/messages/:conversationId/accept', {
    summary: 'Accept the request of a stranger; an answer does the same',
    limit: 'write',
    params: InConversation,
    answers: { 200: ConversationView },
    handle: ({ viewer, params }) => acceptRequest(viewer, params.conversationId),
  }),
  route.post('/messages/:conversationId/decline', {
    summary: 'Decline the request of a stranger, who does not notice',
    limit: 'write',
    params: InConversation,
    answers: { 200: ConversationView },
    handle: ({ viewer, params }) => declineRequest(viewer, params.conversationId),
  }),
  route.get('/messages/with/:userId', {
    summary: 'The conversation with one person, null before the first message',
    limit: 'read',
    params: z.object({ userId: Id }),
    answers: { 200: ConversationWith },
    handle: ({ viewer, params }) => conversationWith(viewer, params.userId),
  }),
  route.get('/messages/:conversationId', {
    summary: 'A thread, ascending: the newest page, or the page before or after a seq',
    limit: 'read',
    params: InConversation,
    query: MessagesQuery,
    answers: { 200: z.array(MessageView) },
    handle: ({ viewer, params, query }) => listMessages(viewer, params.conversationId, query),
  }),
  route.post('/messages/:conversationId/read', {
    summary: 'Mark everything up to a seq as read',
    limit: 'write',
    whileSuspended: true,
    params: InConversation,
    body: ReadConversationInput,
    answers: { 200: ConversationView },
    handle: ({ viewer, params, body }) => markConversationRead(viewer, params.conversationId, body.seq),
  }),
  route.delete('/messages/:conversationId/:messageId', {
    summary: 'Delete your own message for both people; you can bring it back for some seconds',
    limit: 'write',
    params: OneMessage,
    answers: { 200: MessageView },
    handle: ({ viewer, params }) => deleteMessage(viewer, params.conversationId, params.messageId),
  }),
  route.patch('/messages/:conversationId/:messageId', {
    summary: 'Change the text of your own message, within a day',
    limit: messageRate,
    params: OneMessage,
    body: EditMessageInput,
    afterConfirmation: ({ content }) => holdsLink(content),
    answers: { 200: MessageView },
    handle: ({ viewer, params, body }) =>
      editMessage(viewer, params.conversationId, params.messageId, body.content),
  }),
  route.get('/messages/:conversationId/:messageId/versions', {
    summary: 'What a message said before its edits, newest first',
    limit: 'read',
    params: OneMessage,
    answers: { 200: z.array(TextVersionView) },
    handle: ({ viewer, params }) => messageVersions(viewer, params.conversationId, params.messageId),
  }),
  route.delete('/messages/:conversationId/:messageId/preview', {
    summary: 'Hide the preview of the link in your own message, for both people',
    limit: 'write',
    params: OneMessage,
    answers: { 200: MessageView },
    handle: ({ viewer, params }) => hidePreview(viewer, params.conversationId, params.messageId),
  }),
  route.put('/messages/:conversationId/:messageId/reaction', {
    summary: 'React to a message with one emoji, in place of your earlier reaction',
    limit: reactionRate,
    params: OneMessage,
    body: MessageReactionInput,
    answers: { 200: MessageView },
    handle: ({ viewer, params, body }) =>
      reactToMessage(viewer, params.conversationId, params.messageId, body.emoji),
  }),
  route.delete('/messages/:conversationId/:messageId/reaction', {
    summary: 'Remove your reaction from a message',
    limit: reactionRate,
    params: OneMessage,
    answers: { 200: MessageView },
    handle: ({ viewer, params }) => reactToMessage(viewer, params.conversationId, params.messageId, null),
  }),
  route.post('/messages/:conversationId/:messageId/restore', {
    summary: 'Bring back a message that you have just deleted',
    limit: 'write',
    params: OneMessage,
    answers: { 200: MessageView },
    handle: ({ viewer, params }) => undoMessageDeletion(viewer, params.conversationId, params.messageId),
  }),
  route.post('/messages/:conversationId/:messageId/take-back', {
    summary: 'Take back a message that you have just sent, without a trace',
    limit: 'write',
    params: OneMessage,
    answers: { 200: MessageView },
    handle: ({ viewer, params }) => takeBackMessage(viewer, params.conversationId, params.messageId),
  }),
]
