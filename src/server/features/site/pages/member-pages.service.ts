import { loadFeed } from '#server/features/posts/feed/feed.service.ts'
import { countUnreadMessages, listConversations } from '#server/features/messages/message-lists.ts'
import { listNotifications } from '#server/features/notifications/notifications.service.ts'
import { unreadCount } from '#server/features/notifications/unread-count.ts'
import { pending } from '#server/features/moderation/pending.service.ts'
import type { UnreadCounts } from '#contract/site.first-page.ts'
import { isStaff, type Viewer } from '#server/platform/viewer.ts'
import { emptyPage, postsIn, siteHead, type PublicPage } from './public-pages.service.ts'

type Query = Record<string, unknown>

/** What the badges of a member's document show. */
export async function unreadCounts(viewer: Viewer): Promise<UnreadCounts> {
  const [inbox, notifications, waiting] = await Promise.all([
    countUnreadMessages(viewer),
    unreadCount(viewer.id),
    isStaff(viewer) ? pending() : undefined,
  ])
  return { ...inbox, notifications, ...(waiting && { pending: waiting }) }
}

/** '/' with the first posts of the person's 'For you'; another tab is empty. */
export async function homePage(viewer: Viewer, { tab }: Query): Promise<PublicPage> {
  const content =
    tab === undefined
      ? ({ kind: 'home', posts: postsIn(await loadFeed(viewer, {}), viewer) } as const)
      : ({ kind: 'loading' } as const)
  return { status: 200, pattern: '/', head: siteHead('/'), address: '/', content }
}

/** The list of conversations; an open thread is empty. */
export async function messagesPage(viewer: Viewer, { conversation, user }: Query): Promise<PublicPage> {
  const page = emptyPage('/messages')
  if (conversation !== undefined || user !== undefined) return page
  return { ...page, content: { kind: 'messages', conversations: await listConversations(viewer, {}) } }
}

export async function notificationsPage(viewer: Viewer): Promise<PublicPage> {
  const [unread, read] = await Promise.all([
    listNotifications(viewer, { state: 'unread' }),
    listNotifications(viewer, { state: 'read' }),
  ])
  return { ...emptyPage('/notifications'), content: { kind: 'notifications', unread, read } }
}
