import { useLocation } from 'react-router-dom'
import { TrendingCard } from '#client/features/trending/TrendingCard.tsx'
import { SearchBox } from './SearchBox.tsx'
import { SideAds } from './SideAds.tsx'
import { HouseLinks } from './HouseLinks.tsx'
import { useCompact } from './useCompact.ts'
import './Aside.css'

/** The right column: search, the fixed joke ads, and the small print (product sections 1 and 2). The search page has a box of its own. */
export const Aside = () => (
  <aside className="rf-aside" aria-label="Search and advertisements">
    {useLocation().pathname !== '/search' && <SearchBox />}
    <TrendingCard awake={!useCompact()} />
    <SideAds />
    <HouseLinks />
  </aside>
)
