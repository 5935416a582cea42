import type { Feature } from '#server/platform/feature.ts'
import { ConversationModel, MessageModel } from './messages.model.ts'
import { moderatedMessage } from './messages.moderation.ts'
import { eraseMessages, exportedMessages } from './messages.personal-data.ts'
import { messageRoutes } from './messages.routes.ts'
import { subscribeMessages, keepMessageMediaFresh } from './messages.subscriber.ts'

export const messages: Feature = {
  name: 'messages',
  routes: [...messageRoutes],
  collections: [ConversationModel, MessageModel],
  listeners: [subscribeMessages, keepMessageMediaFresh],
  erases: [eraseMessages],
  exports: { messages: { title: 'Messages', rows: exportedMessages, ofPeople: true } },
  moderates: { message: moderatedMessage },
}
