import type { QueryClient } from '@tanstack/react-query'
import type { FirstPage, PageData, PageOf } from '#contract/site.first-page.ts'
import { setViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { seedStores } from '#client/live/create-store.ts'
import { setRenderedAt } from '#client/ui/rendered-at.ts'
import { preloadPage } from '../preload.ts'

/** Puts a page's data into the stores and the queries. `askedAt`: when it was read, epoch ms. */
type Seed<Page> = (page: Page, client: QueryClient, askedAt: number) => void

/** How each kind of page is seeded, by its own module. Other pages show nothing of the stores. */
const SEEDS: { [Kind in FirstPage['kind']]?: (path: string) => Promise<Seed<PageOf<Kind>>> } = {
  landing: async () => (await import('../LandingRoute.tsx')).seedNewest,
  feed: async () => (await import('#client/features/posts/feed/FeedPage.tsx')).seedFeed,
  home: async () => (await import('#client/features/posts/feed/HomePage.tsx')).seedHome,
  post: async () => (await import('#client/features/posts/detail/PostPage.tsx')).seedPost,
  profile: async () => (await import('#client/features/people/profile/ProfilePage.tsx')).seedProfile,
  messages: async () => (await import('#client/features/messages/InboxPage.tsx')).seedInbox,
  notifications: async () =>
    (await import('#client/features/notifications/NotificationsPage.tsx')).seedNotifications,
  blog: async () => (await import('#client/features/blog/BlogPage.tsx')).seedBlog,
  decree: async () => (await import('#client/features/blog/DecreePage.tsx')).seedDecree,
  missing: (path) => seedMissing(path),
}

async function seedMissing(path: string): Promise<Seed<PageOf<'missing'>>> {
  const name = decodeURIComponent(path.split('/').at(-1) ?? '')
  const [post, profile, decree] = await Promise.all([
    import('#client/features/posts/detail/PostPage.tsx'),
    import('#client/features/people/profile/ProfilePage.tsx'),
    import('#client/features/blog/DecreePage.tsx'),
  ])
  return ({ what }, client, askedAt) => {
    if (what === 'post') post.seedNoPost(name, client, askedAt)
    if (what === 'user') profile.seedNoProfile(name, client, askedAt)
    if (what === 'decree') decree.seedNoDecree(name, client)
  }
}

/**
 * Loads the code of a page and of its seeding. The returned function prepares everything to render the page,
 * synchronously, because the server renders many pages at once. Rejects when the code cannot be loaded.
 */
export async function prepareSeed(
  { at, viewer, page }: PageData,
  path: string,
): Promise<(askedAt: number) => void> {
  const load = SEEDS[page.kind] as ((path: string) => Promise<Seed<FirstPage>>) | undefined
  const [seed, { queryClient }] = await Promise.all([
    load?.(path),
    load ? import('../query-client.ts') : { queryClient: null },
    preloadPage(path, viewer === null),
  ])
  return (askedAt) => {
    setRenderedAt(at)
    seedStores(() => {
      setViewer(viewer, askedAt)
      if (seed && queryClient) seed(page, queryClient, askedAt)
    })
  }
}
