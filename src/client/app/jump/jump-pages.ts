import { Bell, Lock, PenLine, Scroll, Settings, ShieldAlert, Waves, Wrench } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { CurrentUserView } from '#contract/account.ts'
import { ADMIN_TABS } from '#client/features/admin/dashboard/tabs.ts'
import { navFor } from '../layout/nav.ts'

interface JumpPage {
  to: string
  label: string
  icon: LucideIcon
  /** Other names that people type. */
  also?: string
}

const PAGES: readonly JumpPage[] = [
  { to: '/compose', label: 'New post', icon: PenLine, also: 'Compose' },
  { to: '/notifications', label: 'Notifications', icon: Bell, also: 'Alerts' },
  { to: '/pipe-tracker', label: 'Pipe Tracker', icon: Waves, also: 'Reports and decisions' },
  { to: '/privacy-settings', label: 'Privacy settings', icon: Lock, also: 'Export or delete my data' },
  ...['Security', 'Notifications', 'Privacy', 'Appearance'].map((section) => ({
    to: `/settings?section=${section.toLowerCase()}`,
    label: `Settings: ${section}`,
    icon: Settings,
  })),
]

const ADMIN_PAGES: readonly JumpPage[] = [
  { to: '/sewer-map', label: 'Sewer Map', icon: Waves },
  { to: '/ai-monitor?tab=alerts', label: 'AI Monitor: Alerts', icon: ShieldAlert },
  { to: '/ai-monitor?tab=jobs', label: 'AI Monitor: Jobs', icon: ShieldAlert },
  { to: '/blog-admin', label: 'Royal archives', icon: Scroll, also: 'Manage decrees' },
]

type Who = Pick<CurrentUserView, 'isAdmin' | 'isModerator'> | null

/** The pages that the words name; the links of the sidebar first. */
export function pagesNamed(words: string, viewer: Who): JumpPage[] {
  const role = viewer?.isAdmin ? 'admin' : viewer?.isModerator ? 'moderator' : null
  const tabs = ADMIN_TABS.flatMap(({ key, label, for: roles }) =>
    role && roles.includes(role)
      ? [{ to: `/admin?tab=${key}`, label: `Dashboard: ${label}`, icon: Wrench }]
      : [],
  )
  const all: JumpPage[] = [
    ...navFor(viewer),
    ...(viewer ? PAGES : []),
    ...(viewer?.isAdmin ? ADMIN_PAGES : []),
    ...tabs,
  ]
  return all.filter(({ label, also = '' }) => `${label} ${also}`.toLocaleLowerCase().includes(words))
}
