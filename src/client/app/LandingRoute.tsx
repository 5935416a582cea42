import { NewestDrops, seedNewest } from '#client/features/posts/feed/NewestDrops.tsx'
import { LandingPage } from '#client/features/site/landing/LandingPage.tsx'
import { PageBoundary } from './PageBoundary.tsx'
import { QueryScope } from './QueryScope.tsx'

export { seedNewest }

/** The landing page with the newest posts of the feed. */
export const LandingRoute = () => (
  <PageBoundary>
    <QueryScope>
      <LandingPage drops={<NewestDrops />} />
    </QueryScope>
  </PageBoundary>
)
