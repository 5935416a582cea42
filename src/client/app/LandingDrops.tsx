import type { PageOf } from '#contract/site.first-page.ts'
import { NewestDrops, seedNewest } from '#client/features/posts/feed/NewestDrops.tsx'
import { QueryScope } from './QueryScope.tsx'
import { queryClient } from './query-client.ts'

/** The newest posts of the landing page. */
export const LandingDrops = () => (
  <QueryScope>
    <NewestDrops />
  </QueryScope>
)

export const seedLandingDrops = (page: PageOf<'landing'>, askedAt: number): void =>
  seedNewest(page, queryClient, askedAt)
