import type { Feature } from '#server/platform/feature.ts'
import { ConversationModel, MessageModel } from './messages.model.ts'
import { moderatedMessage, subscribeMessages } from './messages.handlers.ts'
import { eraseMessages, exportedMessages } from './messages.personal-data.ts'
import { messageRoutes } from './messages.routes.ts'
import { keepMessageMediaFresh } from './messages.service.ts'
import { acceptByFollow } from './requests.service.ts'

export const messages: Feature = {
  name: 'messages',
  routes: [...messageRoutes],
  collections: [ConversationModel, MessageModel],
  listeners: [subscribeMessages, keepMessageMediaFresh, acceptByFollow],
  erases: [eraseMessages],
  exports: { messages: { title: 'Messages', rows: exportedMessages, ofPeople: true } },
  moderates: { message: moderatedMessage },
}
