import type { Feature } from '#server/platform/feature.ts'
import { eraseMessages } from './messages.departure.ts'
import { exportedMessages } from './messages.export.ts'
import { ConversationModel, MessageModel } from './messages.model.ts'
import { messageRoutes } from './messages.routes.ts'
import { subscribeMessages, keepMessageMediaFresh } from './messages.subscriber.ts'
import { moderatedMessage } from './messages.moderation.ts'

export const messages: Feature = {
  name: 'messages',
  routes: [...messageRoutes],
  collections: [ConversationModel, MessageModel],
  listeners: [subscribeMessages, keepMessageMediaFresh],
  erases: [eraseMessages],
  exports: { messages: { rows: exportedMessages, ofPeople: true } },
  moderates: { message: moderatedMessage },
}
