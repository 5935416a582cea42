import type { ReactNode } from 'react'
import { clsx } from 'clsx'
import { ArrowRight } from 'lucide-react'
import { BRAND } from '#contract/brand.ts'
import { DESCRIPTIONS } from '#contract/site.page-descriptions.ts'
import { plural } from '#contract/plural.ts'
import { usePageTitle } from '#client/ui/page-title.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { Mascot, MASCOTS } from '#client/ui/Mascot.tsx'
import { TextLink } from '#client/ui/TextLink.tsx'
import { useHouseName } from '#client/ui/house-name.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { Num } from '#client/ui/Num.tsx'
import { Features } from './Features.tsx'
import { LandingFooter } from './LandingFooter.tsx'
import { LandingHeader } from './LandingHeader.tsx'
import { Testimonials } from './Testimonials.tsx'
import './Landing.css'

/**
 * '/' for visitors (product section 2, Landing page). `drops`: the newest posts, live (DECISIONS row 3).
 * `reactions`: on all posts; null when it is not known.
 */
export const LandingPage = ({ drops, reactions }: HeroProps) => {
  usePageTitle()
  return (
    <div>
      <LandingHeader />
      <main>
        <Hero drops={drops} reactions={reactions} />
        <FounderMessage />
        <Features />
        <Testimonials />
        <CallToAction />
      </main>
      <LandingFooter />
    </div>
  )
}

interface HeroProps {
  drops: ReactNode
  reactions: number | null
}

/** Tagline, description, two buttons, and the king with the newest posts before him. */
const Hero = ({ drops, reactions }: HeroProps) => {
  const isCounted = reactions !== null && reactions > 0
  return (
    <section className="s-hero">
      <div className="s-hero-wall tiles" aria-hidden="true" />
      <div className="s-landing-width s-hero-inner">
        <div className={clsx('s-hero-words', isCounted && 's-hero-counted')}>
          <p className="s-hero-name">{useHouseName()}</p>
          <h1 className="s-hero-title" aria-label={BRAND.tagline}>
            {BRAND.tagline.split(/(?<=\.) /).map((line) => (
              <span key={line} aria-hidden="true">
                {line}
              </span>
            ))}
          </h1>
          <p className="s-hero-lead">{DESCRIPTIONS['/']}</p>
          <div className="flex flex-wrap gap-3">
            <ButtonLink to="/register" variant="primary" size="lg">
              Take your seat
            </ButtonLink>
            <ButtonLink to="/feed" size="lg">
              Just looking
            </ButtonLink>
          </div>
          {isCounted && (
            <p className="s-hero-figure">
              <Num value={reactions} compact={false} className="s-hero-number" />{' '}
              {plural(reactions, 'reaction')} so far. The pipes are holding.
            </p>
          )}
        </div>
        <section className="s-hero-court" aria-labelledby="fresh-drops">
          <div className="s-hero-court-head">
            <Badge tone="live" pulse>
              Live
            </Badge>
            <h2 id="fresh-drops" className="s-hero-court-title">
              Fresh from the bowl
            </h2>
            <TextLink
              to="/feed"
              className="s-hero-court-more ms-auto inline-flex min-h-11 items-center gap-1.5 font-semibold"
            >
              See all drops <ArrowRight className="size-4" />
            </TextLink>
          </div>
          <div className="s-alcove">
            <Mascot name="king" size={320} title="The king on his throne" className="s-alcove-king" />
          </div>
          <div className="s-hero-drops">{drops}</div>
        </section>
      </div>
    </section>
  )
}

const CallToAction = () => (
  <section className="s-cta" aria-labelledby="call-to-action">
    <div className="s-landing-width s-cta-inner">
      <div>
        <h2 id="call-to-action" className="s-landing-title">
          The seat is still warm.
        </h2>
        <p className="mt-3 mb-6 max-w-form text-lg text-pretty text-ink-soft">{DESCRIPTIONS['/register']}</p>
        <ButtonLink to="/register" variant="primary" size="lg">
          Get Started
        </ButtonLink>
      </div>
      <div className="s-cta-staff" aria-hidden="true">
        {MASCOTS.map((name) => (
          <Mascot key={name} name={name} size={112} />
        ))}
      </div>
    </div>
  </section>
)

const FounderMessage = () => (
  <section className="s-landing-section" aria-labelledby="founder-message">
    <div className="s-landing-width s-letter">
      <h2 id="founder-message" className="s-kicker">
        A message from the founder
      </h2>
      <blockquote className="s-letter-text">
        Other networks polish what you say until it could hang in a dentist&apos;s waiting room. I wanted one
        place where a thought may come out the way it came in. So I built a palace around the only seat where
        everybody is honest.
      </blockquote>
      <p className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <span className="font-display text-lg italic">The Founder, from the throne</span>
        <TextLink to="/founders" className="inline-flex items-center gap-1.5 font-semibold">
          Full Story <ArrowRight className="size-4" />
        </TextLink>
      </p>
    </div>
  </section>
)
