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

const tab = (
  key: string,
  label: string,
  roles: AdminTab['for'],
  fetchTab: () => Promise<ComponentType>,
): AdminTab => ({ key, label, for: roles, Content: lazyComponent<object>(fetchTab).Component })

/** The first tab is shown when the address names none. */
export const ADMIN_TABS: readonly AdminTab[] = [
  tab('users', 'Users', ['admin'], async () => (await import('./UsersTab.tsx')).UsersTab),
  tab('posts', 'Posts', ['admin', 'moderator'], async () => (await import('./PostsTab.tsx')).AdminPostsTab),
  tab(
    'reports',
    'Reports',
    ['admin', 'moderator'],
    async () => (await import('./ReportsTab.tsx')).ReportsTab,
  ),
  // Admins have it in their settings tab.
  tab(
    'queue',
    'Review queue',
    ['moderator'],
    async () => (await import('#client/features/admin/site-settings/ReviewQueue.tsx')).QueueTab,
  ),
  tab('analytics', 'Analytics', ['admin'], async () => (await import('./AnalyticsTab.tsx')).AnalyticsTab),
  tab(
    'settings',
    'Settings',
    ['admin'],
    async () => (await import('#client/features/admin/site-settings/SettingsTab.tsx')).SettingsTab,
  ),
  tab('audit', 'Audit log', ['admin'], async () => (await import('./AuditTab.tsx')).AuditTab),
]
