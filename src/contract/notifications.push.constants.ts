/** What a device can be told about while no page is open, by the names of the settings. */
export const PUSH_KINDS = ['messages', 'mentions', 'replies', 'comments', 'follows', 'moderation'] as const
export type PushKind = (typeof PUSH_KINDS)[number]

/** How much a push says. full: who, and how it begins. who: the sentence alone. nothing: only that there is news. */
export const PUSH_PREVIEWS = ['full', 'who', 'nothing'] as const
export type PushPreview = (typeof PUSH_PREVIEWS)[number]

/** What a push carries: encrypted on the way, read by the service worker alone (`client/offline/worker.js`). */
export interface PushPayload {
  /** A notification with the same tag replaces the one that is shown. Tells nothing. */
  tag: string
  title: string
  body: string
  /** The page that a press opens: a path of this site. */
  path: string
  /** Null for a summary, and where the person wants nothing to be said. */
  notificationId: string | null
  /** Unread notifications, for the icon of the installed app. */
  count: number
  /** The tags of all that is unread; what is shown under another tag was read elsewhere. Null: too many to say. */
  open: string[] | null
}
