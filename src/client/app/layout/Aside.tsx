import { useLocation } from 'react-router-dom'
import { TrendingCard } from '#client/features/posts/trending/TrendingTags.tsx'
import { SearchBox } from './SearchBox.tsx'
import { SideAds } from './SideAds.tsx'
import { HouseLinks } from './HouseLinks.tsx'
import './Aside.css'

/**
 * The right column: search, what trends, the fixed joke ads, and the small print (product sections 1 and 2).
 * Search and activity have the first two on the page itself.
 */
export const Aside = () => {
  const { pathname } = useLocation()
  return (
    <aside className="s-aside" aria-label="Search and advertisements">
      {pathname !== '/search' && <SearchBox />}
      <TrendingCard awake={pathname !== '/activity'} />
      <SideAds />
      <HouseLinks />
    </aside>
  )
}
