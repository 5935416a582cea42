import {
  Activity,
  Bookmark,
  ChartColumn,
  Crown,
  Gavel,
  House,
  MessageCircle,
  Search,
  Settings,
  ShieldAlert,
  UserRound,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { CurrentUserView } from '#contract/account.ts'

export interface NavItem {
  label: string
  to: string
  icon: LucideIcon
  /** The unread count shown at the link. */
  badge?: 'notifications' | 'messages' | 'reports'
  /** Only in the compact sidebar: the wide one has the search box of the right column beside it. */
  compactOnly?: boolean
}

const HOUSE: readonly NavItem[] = [
  { label: 'Home', to: '/', icon: House },
  { label: 'Search', to: '/search', icon: Search, compactOnly: true },
  { label: 'Activity', to: '/activity', icon: Activity, badge: 'notifications' },
  { label: 'Messages', to: '/messages', icon: MessageCircle, badge: 'messages' },
  { label: 'Kept for later', to: '/bookmarks', icon: Bookmark },
  { label: 'Royal Blog', to: '/blog', icon: Crown },
  { label: 'Profile', to: '/profile', icon: UserRound },
  { label: 'Settings', to: '/settings', icon: Settings },
]

const DASHBOARD: NavItem = { label: 'Dashboard', to: '/admin', icon: Gavel, badge: 'reports' }

const ADMINS: readonly NavItem[] = [
  DASHBOARD,
  { label: 'Analytics', to: '/analytics', icon: ChartColumn },
  { label: 'AI Monitor', to: '/ai-monitor', icon: ShieldAlert },
]

/** The links of the sidebar, in the product's order (section 2, Sidebar and layout). */
export const navFor = (
  viewer: Pick<CurrentUserView, 'isAdmin' | 'isModerator'> | null,
): readonly NavItem[] => {
  if (viewer?.isAdmin) return [...HOUSE, ...ADMINS]
  return viewer?.isModerator ? [...HOUSE, DASHBOARD] : HOUSE
}
