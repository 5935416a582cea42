import { useLocation } from 'react-router-dom'
import { TrendingCard } from '#client/features/posts/trending/TrendingTags.tsx'
import { useIsSignedIn } from '#client/features/account/data/viewer/viewer.store.ts'
import { WhoToFollow } from '#client/features/people/suggestions/SuggestedPeople.tsx'
import { VisitorCard } from '#client/features/account/login/VisitorCard.tsx'
import { Card } from '#client/ui/Card.tsx'
import { SearchBox } from './SearchBox.tsx'
import { SideAds } from './SideAds.tsx'
import { HouseLinks } from './HouseLinks.tsx'
import './Aside.css'

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
      <HouseLinks />
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
