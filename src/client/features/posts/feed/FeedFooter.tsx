import { BRAND } from '#contract/brand.ts'
import { TextLink, linkClass } from '#client/ui/TextLink.tsx'

/** The feed's own links (product section 2, Home feed); from 1200 px the right column has them as well. */
export const FeedFooter = () => (
  <footer className="s-feed-foot flex flex-wrap justify-center gap-x-4 gap-y-2 px-4 pb-8 pt-2 text-sm text-ink-faint">
    <FooterLinks />
  </footer>
)

export const FooterLinks = () => (
  <>
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
  </>
)
