import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { MASCOTS, Mascot } from '#client/ui/Mascot.tsx'

export const CallToAction = () => (
  <section className="rf-cta" aria-labelledby="call-to-action">
    <div className="rf-landing-width rf-cta-inner">
      <div>
        <h2 id="call-to-action" className="rf-landing-title">
          The seat is still warm.
        </h2>
        <p className="mt-3 mb-6 max-w-form text-lg text-pretty text-ink-soft">
          Free for anyone aged 13 and over. Bring your own paper.
        </p>
        <ButtonLink to="/register" variant="primary" size="lg">
          Get Started
        </ButtonLink>
      </div>
      <div className="rf-cta-staff" aria-hidden="true">
        {MASCOTS.map((name) => (
          <Mascot key={name} name={name} size={112} />
        ))}
      </div>
    </div>
  </section>
)
