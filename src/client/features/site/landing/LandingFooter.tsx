import { BRAND } from '#contract/brand.ts'
import { Logo } from '#client/ui/Logo.tsx'
import { TextLink, linkClass } from '#client/ui/TextLink.tsx'
import { ThemeToggle } from '#client/ui/ThemeToggle.tsx'
import { useState } from 'react'
import { useIsSignedIn } from '#client/features/account/data/viewer/viewer.store.ts'
import { isCounted, setCounted } from '#client/live/counted.ts'
import { Switch } from '#client/ui/Switch.tsx'
import { useHydrating } from '#client/ui/useHydrating.ts'

const LEGAL = [
  { to: '/terms', label: 'Terms' },
  { to: '/privacy', label: 'Privacy' },
  { to: '/guidelines', label: 'Guidelines' },
  { to: '/cookies', label: 'Cookies' },
  { to: '/disclaimer', label: 'Disclaimer' },
  { to: '/founders', label: 'Founder' },
] as const

const SUPPORT = [
  { address: BRAND.mail.help, label: 'Help' },
  { address: BRAND.mail.safety, label: 'Safety' },
  { address: BRAND.mail.contact, label: 'Contact' },
  { address: BRAND.mail.legal, label: 'Legal' },
] as const

/** Legal links and four contact addresses (product section 2). */
export const LandingFooter = () => (
  <footer className="s-landing-footer">
    <div className="s-landing-width s-landing-footer-inner">
      <div className="flex flex-col items-start gap-4">
        <Logo />
        <p className="text-ink-soft">{BRAND.tagline}</p>
        <ThemeToggle iconsOnly />
        <AnalyticsConsent />
      </div>
      <nav aria-label="Legal">
        <h2 className="s-kicker">The small print</h2>
        <ul className="s-landing-links">
          {LEGAL.map(({ to, label }) => (
            <li key={to}>
              <TextLink tone="quiet" to={to}>
                {label}
              </TextLink>
            </li>
          ))}
        </ul>
      </nav>
      <div>
        <h2 className="s-kicker">Write to the palace</h2>
        <ul className="s-landing-links">
          {SUPPORT.map(({ address, label }) => (
            <li key={label}>
              <a className={linkClass('quiet')} href={`mailto:${address}`}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  </footer>
)

/** Asks visitors for consent to analytics: off by default, and it covers no content. */
const AnalyticsConsent = () => {
  const [counted, setShown] = useState(isCounted)
  const hydrating = useHydrating()
  const choose = (wanted: boolean) => {
    setCounted(wanted)
    setShown(isCounted())
  }
  if (useIsSignedIn()) return null
  return (
    <Switch
      label="Count my page views"
      hint="Without your name, and only if you like."
      checked={counted && !hydrating}
      onChange={({ target }) => choose(target.checked)}
    />
  )
}
