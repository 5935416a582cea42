/**
 * The files that a reader opens to follow a direct message (text only, to a person with whom there is a conversation, both
 * pages at one server process) from the key press to the other person's screen, in the order of the journey. A file is
 * here when the message passes through a function of it, also where that decides to do nothing: `unveilLate`,
 * `acceptByAnswer`. Left out are helpers without a word about messages, the notification, which leaves the journey at
 * `notifyOfChat`, and the sender's own bubble.
 */
export const MESSAGE_JOURNEY = [
  // The sender's browser
  'src/client/features/messages/MessageComposer.tsx',
  'src/client/features/messages/data/outbox.actions.ts',
  'src/client/features/messages/data/outbox.store.ts',
  'src/client/features/messages/data/messages.api.ts',
  'src/client/live/http.ts',
  // The contract
  'src/contract/messages.ts',
  'src/contract/events.ts',
  // The server: may it be sent
  'src/server/platform/http/route.ts',
  'src/server/features/messages/messages.routes.ts',
  'src/server/features/messages/messages.service.ts',
  'src/server/features/people/users/viewers.service.ts',
  'src/server/features/messages/visibility.ts',
  'src/server/features/messages/conversation-heads.ts',
  'src/server/shared/blocks/blocks.store.ts',
  'src/server/features/moderation/spam/check-messages.ts',
  // It is written
  'src/server/features/messages/message-drafts.ts',
  'src/server/features/messages/messages-append.ts',
  'src/server/platform/group-commit.ts',
  'src/server/features/messages/requests.service.ts',
  'src/server/features/messages/message-writes.ts',
  'src/server/features/messages/messages.model.ts',
  // What follows the write
  'src/server/features/messages/deliver-messages.ts',
  'src/server/features/messages/messages.present.ts',
  'src/server/platform/bus.ts',
  'src/server/features/messages/conversation-preview.ts',
  'src/server/features/messages/veiled-messages.ts',
  'src/server/features/messages/message-link-card.ts',
  'src/server/features/messages/conversations.service.ts',
  // Realtime
  'src/realtime/push/push-table.ts',
  'src/realtime/audience.ts',
  'src/realtime/delivery.ts',
  // The receiver's browser
  'src/client/live/socket.ts',
  'src/client/live/registry.ts',
  'src/client/app/live-handlers.ts',
  'src/client/features/messages/data/messages.live.ts',
  'src/client/features/messages/data/pushed-messages.ts',
  'src/client/features/messages/data/conversations.store.ts',
  'src/client/features/messages/data/threads.store.ts',
  'src/client/features/messages/data/thread-window.ts',
  'src/client/features/messages/data/threads.actions.ts',
  'src/client/features/messages/useThread.ts',
  'src/client/features/messages/ThreadPane.tsx',
  'src/client/features/messages/ThreadMessages.tsx',
  'src/client/features/messages/thread-rows.ts',
  'src/client/features/messages/ThreadRowView.tsx',
  'src/client/features/messages/Bubble.tsx',
] as const
