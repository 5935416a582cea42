import { ArrowRight } from 'lucide-react'
import { TextLink } from '#client/ui/TextLink.tsx'

export const FounderMessage = () => (
  <section className="rf-landing-section" aria-labelledby="founder-message">
    <div className="rf-landing-width rf-letter">
      <h2 id="founder-message" className="rf-kicker">
        A message from the founder
      </h2>
      <blockquote className="rf-letter-text">
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
