import type { ReactNode } from 'react'
import { usePageTitle } from '#client/ui/page-title.ts'
import { CallToAction } from './CallToAction.tsx'
import { Features } from './Features.tsx'
import { FounderMessage } from './FounderMessage.tsx'
import { FreshDrops } from './FreshDrops.tsx'
import { Hero } from './Hero.tsx'
import { LandingFooter } from './LandingFooter.tsx'
import { LandingHeader } from './LandingHeader.tsx'
import { Testimonials } from './Testimonials.tsx'
import './Landing.css'

/** '/' for visitors (product section 2, Landing page). `drops`: the newest posts, live (DECISIONS row 3). */
export const LandingPage = ({ drops }: { drops: ReactNode }) => {
  usePageTitle()
  return (
    <div className="rf-landing">
      <LandingHeader />
      <main>
        <Hero />
        <FounderMessage />
        <Features />
        <FreshDrops>{drops}</FreshDrops>
        <Testimonials />
        <CallToAction />
      </main>
      <LandingFooter />
    </div>
  )
}
