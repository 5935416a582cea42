import type { FirstPage, PageData } from '#contract/site.first-page.ts'
import { loadAnnouncement } from '#client/features/site/announcement/Announcement.tsx'
import { seedAnnouncement } from '#client/features/site/data/announcement.store.ts'
import { seedSignUp } from '#client/features/account/data/sign-up/sign-up.store.ts'
import { setViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { seedStores } from '#client/live/create-store.ts'
import { setHouseName } from '#client/ui/house-name.ts'
import { inBrowser } from '#client/ui/in-browser.ts'
import { setRenderedAt } from '#client/ui/rendered-at.ts'
import { loadShellRoutes } from '../ShellFrame.tsx'
import { preloadPage } from '../preload.ts'

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
  if (page.kind === 'static' || page.kind === 'loading') return undefined
  return (await loadShellRoutes()).seedOf(page, path)
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
