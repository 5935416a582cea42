import type { Feature } from '#server/shared/feature.ts'
import { conversationSettingsRoutes } from './conversation-settings.routes.ts'
import { eraseInGroups } from './groups/group-personal-data.ts'
import { groupRoutes } from './groups/groups.routes.ts'
import { ConversationClaimModel } from './conversation-claims.model.ts'
import { MembershipModel } from './memberships.model.ts'
import { ConversationModel, MessageModel } from './messages.model.ts'
import { moderatedMessage, subscribeMessages } from './messages.handlers.ts'
import { eraseMessages, exportedConversations, exportedMessages } from './messages.personal-data.ts'
import { protectMessageCards } from './message-link-card.ts'
import { messageRoutes } from './messages.routes.ts'
import { syncMessageMedia } from './messages.service.ts'
import { followReceiptSettings } from './read-receipts.ts'
import { acceptByFollow } from './requests.service.ts'

export const messagesFeature: Feature = {
  name: 'messages',
  routes: [...groupRoutes, ...conversationSettingsRoutes, ...messageRoutes],
  collections: [ConversationModel, ConversationClaimModel, MembershipModel, MessageModel],
  listeners: [
    subscribeMessages,
    syncMessageMedia,
    protectMessageCards,
    acceptByFollow,
    followReceiptSettings,
  ],
  erases: [eraseMessages, eraseInGroups],
  exports: {
    messages: { title: 'Messages', rows: exportedMessages, ofPeople: true },
    conversations: { title: 'Settings of conversations', rows: exportedConversations, ofPeople: true },
  },
  moderates: { message: moderatedMessage },
}
