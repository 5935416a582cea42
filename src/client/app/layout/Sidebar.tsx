import { clsx } from 'clsx'
import { Feather } from 'lucide-react'
import { plural } from '#contract/plural.ts'
import { useIsStaff, useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { Link, NavLink } from '#client/ui/Link.tsx'
import { buttonClass } from '#client/ui/Button.tsx'
import { CountBadge, QuietMark } from '#client/ui/CountBadge.tsx'
import { importUntilHere, lazyComponent } from '#client/ui/lazy-component.ts'
import { Logo } from '#client/ui/Logo.tsx'
import { PersonCorner } from './PersonCorner.tsx'
import { navFor } from './nav.ts'
import type { NavItem } from './nav.ts'
import { BADGE_LABEL, BADGE_TONE, useBadges, useLiveBadges, useTabMark } from './useBadges.ts'
import { useCompact } from './useWindowWidth.ts'
import './Sidebar.css'
import { useHouseName } from '#client/ui/house-name.ts'

const { Late: PendingWatch } = lazyComponent(() =>
  importUntilHere(async () => (await import('#client/features/admin/PendingWatch.tsx')).PendingWatch),
)

/** The navigation: wide from 1200 px, icons only from 768 px, hidden on a phone. */
export const Sidebar = () => {
  const viewer = useViewer()
  const badges = useBadges()
  useLiveBadges()
  useTabMark()
  const compact = useCompact()
  const isStaff = useIsStaff()
  return (
    <header className="s-sidebar">
      <Link to="/" className="s-sidebar-logo" aria-label={useHouseName()}>
        <Logo />
      </Link>
      <nav aria-label="Main" className="s-sidebar-nav">
        {navFor(viewer).map((item) => (
          <SidebarItem
            key={item.to}
            item={item}
            count={item.badge ? badges[item.badge] : 0}
            requests={item.badge === 'messages' ? badges.requests : 0}
            compact={compact}
          />
        ))}
      </nav>
      <Link
        // The bare address opens the notifications while some are unread.
        to="/activity?tab=compose"
        state={{ compose: true }}
        className={buttonClass({ variant: 'primary', size: compact ? 'md' : 'lg' }, 's-sidebar-post')}
        data-tooltip={compact ? 'Post' : undefined}
        data-tooltip-side="right"
      >
        <Feather />
        <span className="s-sidebar-label">Post</span>
      </Link>
      <PersonCorner compact={compact} />
      {isStaff && <PendingWatch />}
    </header>
  )
}

interface SidebarItemProps {
  item: NavItem
  count: number
  requests: number
  compact: boolean
}

const SidebarItem = ({ item, count, requests, compact }: SidebarItemProps) => (
  <NavLink
    to={item.to}
    className={clsx('s-sidebar-item', item.compactOnly && 's-sidebar-compact')}
    data-tooltip={compact ? item.label : undefined}
    data-tooltip-side="right"
  >
    <item.icon />
    <span className="s-sidebar-label">{item.label}</span>
    {item.badge && (
      <CountBadge
        className="s-sidebar-count"
        cap={compact ? 'compact' : 'wide'}
        count={count}
        label={plural(count, BADGE_LABEL[item.badge])}
        tone={BADGE_TONE[item.badge]}
      />
    )}
    {count === 0 && <QuietMark className="s-sidebar-count" count={requests} label="message request" />}
  </NavLink>
)
