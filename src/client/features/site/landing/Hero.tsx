import { BRAND } from '#contract/brand.ts'
import { DESCRIPTIONS } from '#contract/site.page-descriptions.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { Mascot } from '#client/ui/Mascot.tsx'

/** The tagline, what this is, two ways in, and the king in his alcove. */
export const Hero = () => (
  <section className="rf-hero">
    <div className="rf-hero-wall tiles" aria-hidden="true" />
    <div className="rf-landing-width rf-hero-inner">
      <div className="rf-hero-words">
        <h1 className="rf-hero-title" aria-label={BRAND.tagline}>
          {BRAND.tagline.split(/(?<=\.) /).map((line) => (
            <span key={line} aria-hidden="true">
              {line}
            </span>
          ))}
        </h1>
        <p className="rf-hero-lead">{DESCRIPTIONS['/']}</p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/register" variant="primary" size="lg">
            Take your seat
          </ButtonLink>
          <ButtonLink to="/feed" size="lg">
            Just looking
          </ButtonLink>
        </div>
      </div>
      <div className="rf-alcove">
        <Mascot name="king" size={320} title="The king on his throne" className="rf-alcove-king" />
      </div>
    </div>
  </section>
)
