import type { QueryClient } from '@tanstack/react-query'
import type { FirstPage, PageOf } from '#contract/site.first-page.ts'

/** Puts a page's data into the stores and the queries. `askedAt`: when it was read, epoch ms. */
type Seed<Page> = (page: Page, client: QueryClient, askedAt: number) => void

/** How each kind of page is seeded, by its own module. Other pages show nothing of the stores. */
const SEEDS: {
  [Kind in Exclude<FirstPage['kind'], 'landing'>]?: (path: string) => Promise<Seed<PageOf<Kind>>>
} = {
  feed: async () => (await import('#client/features/posts/feed/FeedPage.tsx')).seedFeed,
  home: async () => (await import('#client/features/posts/feed/HomePage.tsx')).seedHome,
  post: async () => (await import('#client/features/posts/detail/PostPage.tsx')).seedPost,
  profile: async () => (await import('#client/app/pages/profile/ProfilePage.tsx')).seedProfile,
  messages: async () => (await import('#client/features/messages/InboxPage.tsx')).seedInbox,
  notifications: async () =>
    (await import('#client/features/notifications/NotificationsPage.tsx')).seedNotifications,
  blog: async () => (await import('#client/features/blog/BlogPage.tsx')).seedBlog,
  decree: async () => (await import('#client/features/blog/ArticlePage.tsx')).seedArticle,
  missing: (path) => seedMissing(path),
}

async function seedMissing(path: string): Promise<Seed<PageOf<'missing'>>> {
  const name = decodeURIComponent(path.split('/').at(-1) ?? '')
  const [post, profile, article] = await Promise.all([
    import('#client/features/posts/detail/PostPage.tsx'),
    import('#client/app/pages/profile/ProfilePage.tsx'),
    import('#client/features/blog/ArticlePage.tsx'),
  ])
  return ({ what }, client, askedAt) => {
    if (what === 'post') post.seedNoPost(name, client, askedAt)
    if (what === 'user') profile.seedNoProfile(name, client, askedAt)
    if (what === 'decree') article.seedNoArticle(name, client, askedAt)
  }
}

/**
 * Loads what puts the content of a page into the stores and queries; undefined for a page that shows nothing
 * of them. The returned function needs the time of reading, epoch ms.
 */
export async function seedOf(
  page: FirstPage,
  path: string,
): Promise<((askedAt: number) => void) | undefined> {
  const load = (SEEDS as { [kind: string]: ((path: string) => Promise<Seed<FirstPage>>) | undefined })[
    page.kind
  ]
  if (!load) return undefined
  const [seed, { queryClient }] = await Promise.all([load(path), import('../query-client.ts')])
  return (askedAt) => seed(page, queryClient, askedAt)
}
