import { matchPath } from 'react-router-dom'
import type { QueryClient } from '@tanstack/react-query'
import { preloadPage } from './preload.ts'

/** How long the first HTML's text stands at most while the page behind it is fetched, in ms. */
const PATIENCE = 6_000

type Warm = (client: QueryClient, found: string) => Promise<unknown>

/**
 * What the public pages show of the store, by the pattern of their path; the part after the colon is handed
 * on.
 */
const CONTENT: Readonly<Record<string, () => Promise<Warm>>> = {
  '/': async () => (await import('#client/features/posts/feed/warm-lists.ts')).warmFeed,
  '/feed': async () => (await import('#client/features/posts/feed/warm-lists.ts')).warmFeed,
  '/p/:postId': async () => (await import('#client/features/posts/detail/warm-post.ts')).warmPost,
  '/u/:handle': async () => (await import('#client/features/people/profile/warm-profile.ts')).warmProfile,
}

/**
 * The server's text stands in #root (features/site/pages) and is as good as the page, until the page has all
 * that it shows itself: its code and its content. Then one replaces the other within a frame, and nothing
 * flashes or moves.
 */
export async function readyToTakeOver(pathname: string): Promise<void> {
  const patience = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE))
  // A page whose content cannot be read says so itself.
  await Promise.race([patience, Promise.allSettled([preloadPage(pathname), content(pathname)])])
}

async function content(pathname: string): Promise<void> {
  for (const [pattern, load] of Object.entries(CONTENT)) {
    const match = matchPath(pattern, pathname)
    if (!match) continue
    const [warm, { queryClient }] = await Promise.all([load(), import('./query-client.ts')])
    await warm(queryClient, Object.values(match.params)[0] ?? '')
  }
}
