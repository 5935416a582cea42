import type { ComponentType } from 'react'
import { lazyComponent } from '#client/ui/lazy-component.ts'

/** One tab of the dashboard. Its code is loaded when the tab is opened. */
export interface AdminTab {
  key: string
  label: string
  Content: ComponentType
}

/** The first tab is shown when the address names none. */
export const ADMIN_TABS: readonly AdminTab[] = [
  {
    key: 'users',
    label: 'Users',
    Content: lazyComponent(async () => (await import('./UsersTab.tsx')).UsersTab).Component,
  },
  {
    key: 'posts',
    label: 'Posts',
    Content: lazyComponent(async () => (await import('./PostsTab.tsx')).PostsTab).Component,
  },
  {
    key: 'reports',
    label: 'Reports',
    Content: lazyComponent(async () => (await import('./ReportsTab.tsx')).ReportsTab).Component,
  },
  {
    key: 'analytics',
    label: 'Analytics',
    Content: lazyComponent(async () => (await import('./AnalyticsTab.tsx')).AnalyticsTab).Component,
  },
  {
    key: 'settings',
    label: 'Settings',
    Content: lazyComponent(
      async () => (await import('#client/features/admin/site-settings/SettingsTab.tsx')).SettingsTab,
    ).Component,
  },
  {
    key: 'audit',
    label: 'Audit log',
    Content: lazyComponent(async () => (await import('./AuditTab.tsx')).AuditTab).Component,
  },
]
