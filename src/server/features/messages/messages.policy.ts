import type { Viewer } from '#server/platform/viewer.ts'

/** Neither has blocked the other. Existence is checked where the receiver is loaded. */
export const canSendTo = (viewer: Viewer, receiverId: string): boolean =>
  viewer.id !== receiverId && !viewer.blocked.has(receiverId)
