import type { Page } from 'playwright'
import { breaks, click, fails, fill, opens, switchOver, type Screen, type Stage } from './list.ts'

const PRIVACY = '/privacy-settings'
const typed = (page: Page, stage: Stage) =>
  fill(`Type ${stage.newcomer.handle} to confirm`, stage.newcomer.handle)(page, stage)

const privacy: Screen = {
  screen: 'Privacy settings (/privacy-settings)',
  states: [
    {
      state: 'open',
      bring: opens('newcomer', PRIVACY),
      rows: [
        ['title', 'Privacy settings - Royal Flush'],
        ['switch', 'Marketing'],
        ['switch', 'Analytics'],
        ['switch', 'Personalised ads'],
        ['button', 'Export My Data'],
        ['button', 'Delete My Account'],
        ['link', 'Privacy Policy', '/privacy'],
        ['link', 'Terms of Service', '/terms'],
        ['link', 'Cookie Policy', '/cookies'],
        ['link', 'Community Guidelines', '/guidelines'],
      ],
    },
    {
      state: 'a consent',
      bring: opens('newcomer', PRIVACY, switchOver('Marketing')),
      rows: [['toast', 'Settings Updated']],
    },
    {
      state: 'a consent that fails',
      bring: opens('newcomer', PRIVACY, breaks('**/privacy-settings'), switchOver('Marketing')),
      rows: [
        ['toast', 'Update Failed'],
        ['toast', 'Failed to update privacy settings. Please try again.'],
      ],
    },
    {
      state: 'an export',
      bring: opens('newcomer', PRIVACY, click('Export My Data')),
      rows: [['toast', 'Data Export Complete']],
    },
    {
      state: 'an export that fails',
      bring: fails('**/export-data', 'newcomer', PRIVACY, click('Export My Data')),
      rows: [['toast', 'Export Failed']],
    },
    {
      state: 'the first step out',
      bring: opens('newcomer', PRIVACY, click('Delete My Account')),
      rows: [
        ['heading', 'Are you absolutely sure?'],
        ['button', 'Yes, Delete Forever'],
        ['button', 'Cancel'],
      ],
    },
    {
      state: 'a deletion that fails',
      bring: fails(
        '**/delete-account',
        'newcomer',
        PRIVACY,
        click('Delete My Account'),
        typed,
        click('Yes, Delete Forever'),
      ),
      rows: [
        ['toast', 'Deletion Failed'],
        ['toast', 'Failed to delete account. Please contact support.'],
      ],
    },
  ],
}

const TAB = '/admin?tab=settings'
/** Not really: others write here at the same time. */
const switched = (page: Page) =>
  page.route('**/api/admin/anti-asshole/*', (route) => route.fulfill({ json: { enabled: true, rev: 1 } }))
const failing = (call: string, button: string) =>
  opens('admin', TAB, breaks(`**/api/admin/${call}`), click(button))

const settings: Screen = {
  screen: 'Admin dashboard, settings tab',
  states: [
    {
      state: 'open',
      bring: opens('admin', TAB),
      rows: [
        ['button', 'Refresh SEO Metadata'],
        ['button', 'Sync Analytics Data'],
        ['button', 'Enable Protection'],
        ['button', 'Disable Protection'],
        ['button', 'Export User Data'],
        ['button', 'Export Post Data'],
        ['button', 'Generate Analytics Report'],
      ],
    },
    {
      state: 'SEO refreshed',
      bring: opens('admin', TAB, click('Refresh SEO Metadata')),
      rows: [['toast', 'SEO Refreshed']],
    },
    {
      state: 'SEO that fails',
      bring: failing('seo-refresh', 'Refresh SEO Metadata'),
      rows: [
        ['toast', 'Error'],
        ['toast', 'Failed to refresh SEO'],
      ],
    },
    {
      state: 'figures counted',
      bring: opens('admin', TAB, click('Sync Analytics Data')),
      rows: [['toast', 'Google Analytics Refreshed']],
    },
    {
      state: 'figures that fail',
      bring: failing('google-refresh', 'Sync Analytics Data'),
      rows: [
        ['toast', 'Error'],
        ['toast', 'Failed to refresh Google Analytics'],
      ],
    },
    {
      state: 'protection switched',
      bring: opens('admin', TAB, switched, click('Enable Protection')),
      rows: [['toast', 'Anti-Asshole Updated']],
    },
    {
      state: 'protection that stays off',
      bring: failing('anti-asshole/*', 'Enable Protection'),
      rows: [
        ['toast', 'Error'],
        ['toast', 'Failed to enable Anti-Asshole system'],
      ],
    },
    {
      state: 'an export',
      bring: opens('admin', TAB, click('Export User Data')),
      rows: [['toast', 'Database Action export-users completed successfully']],
    },
    {
      state: 'an export that fails',
      bring: failing('database/*', 'Export Post Data'),
      rows: [
        ['toast', 'Error'],
        ['toast', 'Failed to export-posts'],
      ],
    },
    {
      state: 'a report that fails',
      bring: failing('database/*', 'Generate Analytics Report'),
      rows: [['toast', 'Failed to analytics-report']],
    },
  ],
}

/**
 * The screens of section 2 that see to the house and to what it holds of a person, with their lines of
 * section 8.
 */
export const HOUSE: readonly Screen[] = [privacy, settings]
