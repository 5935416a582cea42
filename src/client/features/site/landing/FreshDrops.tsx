import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '#client/ui/Badge.tsx'
import { TextLink } from '#client/ui/TextLink.tsx'

/** A shop window: what is being posted right now, and the way to all of it. */
export const FreshDrops = ({ children }: { children: ReactNode }) => (
  <section className="rf-landing-section" aria-labelledby="fresh-drops">
    <div className="rf-landing-width rf-fresh">
      <div>
        <Badge tone="live" pulse>
          Live
        </Badge>
        <h2 id="fresh-drops" className="rf-landing-title mt-4">
          Fresh from the bowl
        </h2>
        <p className="mt-3 mb-4 text-lg text-ink-soft">
          What the realm is letting go of at this very moment. Nobody has been asked to reconsider.
        </p>
        <TextLink to="/feed" className="inline-flex min-h-11 items-center gap-1.5 font-semibold">
          See all drops <ArrowRight className="size-4" />
        </TextLink>
      </div>
      {children}
    </div>
  </section>
)
