import type { SignUpMode } from './account.sign-up.constants.ts'
import type { CurrentUserView } from './account.ts'
import type { BlogCardView, BlogPostView } from './blog.ts'
import type { CommentView } from './comments.ts'
import type { ConversationView } from './messages.ts'
import type { PendingView } from './moderation.ts'
import type { NotificationView, UnreadCountView } from './notifications.ts'
import type { ProfileView } from './people.ts'
import type { PostView } from './posts.ts'
import type { AnnouncementView } from './site.announcement.ts'

/**
 * What a page shows, as the server renders it into its HTML. Everything in it is as its reader gets it by
 * REST.
 */
export type FirstPage =
  /** `reactions`: how many there are on all posts, at most a minute old. */
  | { kind: 'landing'; posts: readonly PostView[]; reactions: number }
  | { kind: 'feed'; posts: readonly PostView[] }
  /** '/' of somebody who is signed in: the head of their list. */
  | { kind: 'home'; posts: readonly PostView[] }
  | { kind: 'post'; post: PostView; comments: readonly CommentView[]; roast: CommentView | null }
  | { kind: 'profile'; profile: ProfileView; posts: readonly PostView[] }
  | { kind: 'blog'; decrees: readonly BlogCardView[] }
  | { kind: 'decree'; decree: BlogPostView }
  | { kind: 'messages'; conversations: readonly ConversationView[] }
  | { kind: 'notifications'; unread: readonly NotificationView[]; read: readonly NotificationView[] }
  /** A page that shows only its own texts. */
  | { kind: 'static' }
  /** The page's content is not in the HTML: the page fetches it. */
  | { kind: 'loading' }
  | { kind: 'missing'; what: 'page' | 'post' | 'user' | 'decree' }

/** What a page of one kind shows. */
export type PageOf<Kind extends FirstPage['kind']> = Extract<FirstPage, { kind: Kind }>

/** What the badges of the layout show. */
export interface UnreadCounts {
  /** Messages in the newest page of conversations. */
  messages: number
  /** Conversations that strangers have begun, with something unread. */
  requests: number
  notifications: UnreadCountView
  /** Only for admins and moderators. */
  pending?: PendingView
}

/** What a document was rendered from. The browser hydrates it from the same data. */
export interface PageData {
  /** When it was rendered, epoch ms by the server's clock. */
  at: number
  /** The account of its reader; null for a visitor. */
  viewer: CurrentUserView | null
  /** Null for a visitor. */
  unread: UnreadCounts | null
  /** Absent when there is none, or when this browser has closed it. */
  announcement?: AnnouncementView
  /** Who may sign up, for visitors; absent when everybody may. */
  signUp?: SignUpMode
  /** What the site calls itself; absent while it has the product's name. */
  house?: string
  page: FirstPage
}

/** The cookie of a browser that has closed an announcement: its `rev`. The server leaves it out of documents. */
export const CLOSED_ANNOUNCEMENT_COOKIE = 'rf-announcement'

/** Id of the document's data block, JSON of PageData. */
export const PAGE_DATA_ID = 'page-data'

/** What the built page offers the server: the page's markup, for the inside of #root, at an address. */
export type RenderPage = (data: PageData, path: string) => Promise<string>
