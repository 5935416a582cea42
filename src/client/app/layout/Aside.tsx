import { SearchBox } from './SearchBox.tsx'
import { SideAds } from './SideAds.tsx'
import { HouseLinks } from './HouseLinks.tsx'
import './Aside.css'

/** The right column: search, the fixed joke ads, and the small print (product sections 1 and 2). */
export const Aside = () => (
  <aside className="rf-aside" aria-label="Search and advertisements">
    <SearchBox />
    <SideAds />
    <HouseLinks />
  </aside>
)
