import { Bell, Feather, House, Search, UserRound } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { plural } from '#contract/plural.ts'
import { NavLink } from '#client/ui/Link.tsx'
import { CountBadge } from '#client/ui/CountBadge.tsx'
import { BADGE_LABEL, useBadges } from './useBadges.ts'
import './BottomBar.css'

interface Item {
  label: string
  to: string
  icon: LucideIcon
}

const ITEMS: readonly Item[] = [
  { label: 'Home', to: '/', icon: House },
  { label: 'Search', to: '/search', icon: Search },
  { label: 'Post', to: '/compose', icon: Feather },
  { label: 'Alerts', to: '/notifications', icon: Bell },
  { label: 'Profile', to: '/profile', icon: UserRound },
]

/** The five links of the phone's bottom bar (product section 2, DECISIONS rows 37 and 41). */
export const BottomBar = () => {
  const { notifications } = useBadges()
  return (
    <nav aria-label="Quick" className="s-bottom-bar">
      {ITEMS.map(({ label, to, icon: Icon }) => (
        <NavLink key={to} to={to} className="s-bottom-item" data-post={label === 'Post' || undefined}>
          <span className="s-bottom-icon">
            <Icon />
            {label === 'Alerts' && (
              <CountBadge
                className="s-bottom-count"
                count={notifications}
                label={plural(notifications, BADGE_LABEL.notifications)}
              />
            )}
          </span>
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
