import { Suspense } from 'react'
import type { PageOf } from '#contract/site.first-page.ts'
import { NewestDropsSkeleton } from '#client/features/posts/feed/NewestDropsSkeleton.tsx'
import { LandingPage } from '#client/features/site/landing/LandingPage.tsx'
import { createStore, seedStores } from '#client/live/create-store.ts'
import { importUntilHere, lazyComponent } from '#client/ui/lazy-component.ts'
import { PageBoundary } from './PageBoundary.tsx'

type Seed = (page: PageOf<'landing'>, askedAt: number) => void

let seedDrops: Seed | null = null
let waiting: Parameters<Seed> | null = null

/** The only part that needs posts: it is hydrated after the page, when its code is here. */
const drops = lazyComponent(async () => {
  const { NewestDrops, seedNewest } = await importUntilHere(
    () => import('#client/features/posts/feed/NewestDrops.tsx'),
  )
  seedDrops = seedNewest
  const late = waiting
  if (late) seedStores(() => seedNewest(...late))
  return NewestDrops
})

/** Null when the visitor came from another page of the site. */
const useReactionCount = createStore<{ reactions: number | null }>(() => ({ reactions: null }))

/** `askedAt`: when the posts were read, epoch ms. */
export const seedLanding: Seed = (page, askedAt) => {
  // A server of the last version sends no count.
  useReactionCount.setState({ reactions: page.reactions ?? null })
  if (seedDrops) seedDrops(page, askedAt)
  else waiting = [page, askedAt]
}

export const loadDrops = drops.load

// One element for all renders: React keeps the server's HTML of a part that has not changed.
const newestDrops = (
  <Suspense fallback={<NewestDropsSkeleton />}>
    <drops.Component />
  </Suspense>
)

/** The landing page with the newest posts of the feed. */
export const LandingRoute = () => (
  <PageBoundary>
    <LandingPage drops={newestDrops} reactions={useReactionCount(({ reactions }) => reactions)} />
  </PageBoundary>
)
