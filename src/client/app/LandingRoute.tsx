import { LandingPage } from '#client/features/landing/LandingPage.tsx'
import { PageBoundary } from './PageBoundary.tsx'

/** The landing page with what other features lend it. */
export const LandingRoute = () => (
  <PageBoundary>
    <LandingPage />
  </PageBoundary>
)
