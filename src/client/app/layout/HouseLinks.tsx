import { BRAND } from '#contract/brand.ts'
import { listShortcuts } from '#client/features/site/shortcuts/shortcuts.store.ts'
import { TextLink, linkClass } from '#client/ui/TextLink.tsx'

/** The footer links of the feed (product section 2, Home feed). */
export const HouseLinks = () => (
  <footer className="flex flex-wrap gap-x-3 gap-y-1 px-1 text-sm text-ink-soft">
    <TextLink tone="quiet" to="/terms">
      Terms
    </TextLink>
    <TextLink tone="quiet" to="/privacy">
      Privacy
    </TextLink>
    <TextLink tone="quiet" to="/guidelines">
      Guidelines
    </TextLink>
    <a className={linkClass('quiet')} href={`mailto:${BRAND.mail.help}`}>
      Support
    </a>
    <TextLink tone="quiet" to="/founders">
      Founder
    </TextLink>
    <button type="button" className={linkClass('quiet')} onClick={() => listShortcuts(true)}>
      Shortcuts
    </button>
    <span className="basis-full text-ink-faint">{BRAND.tagline}</span>
  </footer>
)
