import type { ComponentType } from 'react'
import { lazyComponent } from '#client/ui/lazy-component.ts'

/** One tab of the dashboard. Its code is loaded when the tab is opened. */
export interface AdminTab {
  key: string
  label: string
  /** Whose tab it is; the others do not see it. */
  for: readonly ('admin' | 'moderator')[]
  Content: ComponentType
}

/** The first tab is shown when the address names none. */
export const ADMIN_TABS: readonly AdminTab[] = [
  {
    key: 'users',
    label: 'Users',
    for: ['admin'],
    Content: lazyComponent(async () => (await import('./UsersTab.tsx')).UsersTab).Component,
  },
  {
    key: 'posts',
    label: 'Posts',
    for: ['admin', 'moderator'],
    Content: lazyComponent(async () => (await import('./PostsTab.tsx')).AdminPostsTab).Component,
  },
  {
    key: 'reports',
    label: 'Reports',
    for: ['admin', 'moderator'],
    Content: lazyComponent(async () => (await import('./ReportsTab.tsx')).ReportsTab).Component,
  },
  {
    // Admins have it in their settings tab.
    key: 'queue',
    label: 'Review queue',
    for: ['moderator'],
    Content: lazyComponent(
      async () => (await import('#client/features/admin/site-settings/ReviewQueue.tsx')).QueueTab,
    ).Component,
  },
  {
    key: 'analytics',
    label: 'Analytics',
    for: ['admin'],
    Content: lazyComponent(async () => (await import('./AnalyticsTab.tsx')).AnalyticsTab).Component,
  },
  {
    key: 'settings',
    label: 'Settings',
    for: ['admin'],
    Content: lazyComponent(
      async () => (await import('#client/features/admin/site-settings/SettingsTab.tsx')).SettingsTab,
    ).Component,
  },
  {
    key: 'audit',
    label: 'Audit log',
    for: ['admin'],
    Content: lazyComponent(async () => (await import('./AuditTab.tsx')).AuditTab).Component,
  },
]
