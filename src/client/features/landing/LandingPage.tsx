import { usePageTitle } from '#client/ui/page-title.ts'
import { CallToAction } from './CallToAction.tsx'
import { Features } from './Features.tsx'
import { FounderMessage } from './FounderMessage.tsx'
import { Hero } from './Hero.tsx'
import { LandingFooter } from './LandingFooter.tsx'
import { LandingHeader } from './LandingHeader.tsx'
import { Testimonials } from './Testimonials.tsx'
import './Landing.css'

/** '/' for visitors (product section 2, Landing page). */
export const LandingPage = () => {
  usePageTitle()
  return (
    <div className="rf-landing">
      <LandingHeader />
      <main>
        <Hero />
        <FounderMessage />
        <Features />
        <Testimonials />
        <CallToAction />
      </main>
      <LandingFooter />
    </div>
  )
}
