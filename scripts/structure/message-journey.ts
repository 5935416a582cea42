/**
 * The files that a reader opens to follow a direct message (text only) from the key press to the other
 * person's screen, in the order of the journey. Platform helpers that explain themselves at the call are left
 * out.
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
  // The server
  'src/server/platform/http/route.ts',
  'src/server/features/messages/messages.routes.ts',
  'src/server/features/messages/messages.service.ts',
  'src/server/features/moderation/spam/check-messages.ts',
  'src/server/features/people/users/viewers.service.ts',
  'src/server/features/messages/messages-append.ts',
  'src/server/features/messages/deliver-messages.ts',
  'src/server/features/messages/messages.model.ts',
  'src/server/features/messages/conversations.service.ts',
  'src/server/features/messages/messages.present.ts',
  'src/server/platform/bus.ts',
  // Realtime
  'src/realtime/push/push-table.ts',
  'src/realtime/audience.ts',
  'src/realtime/delivery.ts',
  // The receiver's browser
  'src/client/live/registry.ts',
  'src/client/app/live-handlers.ts',
  'src/client/features/messages/data/messages.live.ts',
  'src/client/features/messages/data/threads.store.ts',
  'src/client/features/messages/data/thread-window.ts',
  'src/client/features/messages/data/threads.actions.ts',
  'src/client/features/messages/useThread.ts',
  'src/client/features/messages/ThreadMessages.tsx',
  'src/client/features/messages/ThreadRowView.tsx',
] as const
