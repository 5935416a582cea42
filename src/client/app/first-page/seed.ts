import type { QueryClient } from '@tanstack/react-query'
import type { FirstPage, PageData, PageOf } from '#contract/site.first-page.ts'
import { loadAnnouncement } from '#client/features/site/announcement/Announcement.tsx'
import { seedAnnouncement } from '#client/features/site/data/announcement.store.ts'
import { seedSignUp } from '#client/features/account/data/sign-up/sign-up.store.ts'
import { setViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { seedStores } from '#client/live/create-store.ts'
import { setHouseName } from '#client/ui/house-name.ts'
import { inBrowser } from '#client/ui/in-browser.ts'
import { setRenderedAt } from '#client/ui/rendered-at.ts'
import { preloadPage } from '../preload.ts'

/** Puts a page's data into the stores and the queries. `askedAt`: when it was read, epoch ms. */
type Seed<Page> = (page: Page, client: QueryClient, askedAt: number) => void

/** How each kind of page is seeded, by its own module. Other pages show nothing of the stores. */
const SEEDS: {
  [Kind in Exclude<FirstPage['kind'], 'landing'>]?: (path: string) => Promise<Seed<PageOf<Kind>>>
} = {
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
 * Loads what puts the content of a page into the stores and queries. It needs the time of reading, epoch ms.
 */
async function loadSeed(page: FirstPage, path: string): Promise<((askedAt: number) => void) | undefined> {
  if (page.kind === 'landing') {
    const { loadDrops, seedLanding } = await import('../LandingRoute.tsx')
    // The browser hydrates the posts after the page, when their code is here.
    if (!inBrowser) await loadDrops()
    return (askedAt) => seedLanding(page, askedAt)
  }
  const load = SEEDS[page.kind] as ((path: string) => Promise<Seed<FirstPage>>) | undefined
  if (!load) return undefined
  const [seed, { queryClient }] = await Promise.all([load(path), import('../query-client.ts')])
  return (askedAt) => seed(page, queryClient, askedAt)
}

/**
 * Loads the code of a page and of its seeding. The returned function prepares everything to render the page,
 * synchronously, because the server renders many pages at once. Rejects when the code cannot be loaded.
 */
export async function prepareSeed(
  { at, viewer, unread, announcement, signUp, house, page }: PageData,
  path: string,
): Promise<(askedAt: number) => void> {
  const [seed] = await Promise.all([
    loadSeed(page, path),
    preloadPage(path, viewer === null),
    announcement && loadAnnouncement(),
  ])
  return (askedAt) => {
    setRenderedAt(at)
    setHouseName(house)
    seedStores(() => {
      setViewer(viewer, askedAt, unread)
      seedAnnouncement(announcement)
      seedSignUp(signUp)
      seed?.(askedAt)
    })
  }
}
