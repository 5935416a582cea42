import { useLocation } from 'react-router-dom'
import { FooterLinks } from '#client/features/posts/feed/FeedFooter.tsx'
import { TrendingCard } from '#client/features/posts/trending/TrendingTags.tsx'
import { useIsSignedIn } from '#client/features/account/data/viewer/viewer.store.ts'
import { WhoToFollow } from '#client/features/people/suggestions/SuggestedPeople.tsx'
import { VisitorCard } from '#client/features/account/login/VisitorCard.tsx'
import { Card } from '#client/ui/Card.tsx'
import { SearchBox } from './SearchBox.tsx'
import { SideAds } from './SideAds.tsx'
import './Aside.css'
import { BRAND } from '#contract/brand.ts'
import { listShortcuts } from '#client/features/site/shortcuts/shortcuts.store.ts'
import { linkClass } from '#client/ui/TextLink.tsx'

/**
 * The right column: search, trends, the joke ads, and the footer links (product sections 1 and 2). The search
 * and activity pages show the first two themselves.
 */
export const Aside = () => {
  const { pathname } = useLocation()
  const signedIn = useIsSignedIn()
  const below = (
    <>
      <SideAds />
      <AsideFooter />
    </>
  )
  const invitation = (
    <Card title="The seat is still warm">
      <VisitorCard />
    </Card>
  )
  return (
    <aside className="s-aside" aria-label="Search and advertisements">
      {pathname !== '/search' && <SearchBox />}
      {!signedIn && invitation}
      <TrendingCard isVisible={pathname !== '/activity'} />
      {signedIn && pathname !== '/search' ? <WhoToFollow below={below} /> : below}
    </aside>
  )
}

/** The footer links of the feed (product section 2, Home feed). */
const AsideFooter = () => (
  <footer className="flex flex-wrap gap-x-3 gap-y-1 px-1 text-sm text-ink-soft">
    <FooterLinks />
    <button type="button" className={linkClass('quiet')} onClick={() => listShortcuts(true)}>
      Shortcuts
    </button>
    <span className="basis-full text-ink-faint">{BRAND.tagline}</span>
  </footer>
)
