import { lazy } from 'react'
import type { ComponentType } from 'react'

/** One room of the dashboard, in a module of its own that is fetched when it is opened. */
export interface AdminTab {
  key: string
  label: string
  Content: ComponentType
}

/** The first one is shown where the address names none. */
export const ADMIN_TABS: readonly AdminTab[] = [
  {
    key: 'users',
    label: 'Users',
    Content: lazy(async () => ({ default: (await import('./UsersTab.tsx')).UsersTab })),
  },
  {
    key: 'posts',
    label: 'Posts',
    Content: lazy(async () => ({ default: (await import('./PostsTab.tsx')).PostsTab })),
  },
  {
    key: 'reports',
    label: 'Reports',
    Content: lazy(async () => ({ default: (await import('./ReportsTab.tsx')).ReportsTab })),
  },
  {
    key: 'analytics',
    label: 'Analytics',
    Content: lazy(async () => ({ default: (await import('./AnalyticsTab.tsx')).AnalyticsTab })),
  },
  {
    key: 'settings',
    label: 'Settings',
    Content: lazy(async () => ({
      default: (await import('#client/features/admin/site-settings/SettingsTab.tsx')).SettingsTab,
    })),
  },
  {
    key: 'audit',
    label: 'Audit log',
    Content: lazy(async () => ({ default: (await import('./AuditTab.tsx')).AuditTab })),
  },
]
