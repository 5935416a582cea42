import type { Request } from 'express'
import { readFeed } from '#server/features/posts/feed/feed.service.ts'
import { currentUser } from '#server/features/people/users/accounts.service.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { postsIn, siteHead, type DrawnPage } from './public-pages.service.ts'

/**
 * Enough to fill a tall window; the page fetches the rest. Each takes a quarter of a millisecond to render.
 */
const DRAWN_POSTS = 8

/**
 * '/' with the first posts of the person's 'For you'. Null for another tab, and when the account was deleted
 * meanwhile.
 */
export async function homePage(viewer: Viewer, { query }: Request): Promise<DrawnPage | null> {
  if (query['tab'] !== undefined) return null
  const [user, feed] = await Promise.all([currentUser(viewer.id), readFeed(viewer, {})])
  const posts = postsIn(feed)
  return (
    user && {
      pattern: '/',
      head: siteHead('/'),
      address: '/',
      content: {
        kind: 'home',
        viewer: user,
        posts: posts.slice(0, DRAWN_POSTS),
      },
    }
  )
}
