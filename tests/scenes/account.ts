import type { SessionView } from '#contract/account.ts'
import {
  click,
  clickSwitch,
  failWrites,
  REASON,
  refuseWrites,
  fill,
  press,
  refuse,
  type Act,
  withoutContent,
  inOrder,
} from './acts.ts'
import { each, type Screen } from './scene.ts'

const settings: Screen = {
  screen: 'Settings (/settings)',
  who: 'newcomer',
  path: '/settings',
  scenes: [
    {
      state: 'as it opens',
      axe: 'page',
      texts: [
        ['button', 'Back'],
        ...each('field', 'Display name', 'Bio', 'Handle'),
        ['button', 'Save Changes'],
        ...each('heading', 'Account', 'Danger Zone'),
        ['button', 'Log Out'],
        // Beyond the document: DECISIONS row 246.
        ...each('link', 'Account', 'Security', 'Notifications', 'Privacy', 'Appearance'),
      ],
    },
    {
      state: 'a change that cannot be saved',
      stays: true,
      acts: [failWrites('**/api/users/me'), fill('Bio', 'Sits.'), click('Save Changes')],
      texts: [
        ...each('toast', 'Update failed', 'Failed to update profile'),
        ['alert', 'Failed to update profile'],
      ],
    },
    {
      state: 'no name',
      stays: true,
      acts: [fill('Display name', ' '), click('Save Changes')],
      texts: [['text', 'Display name is required']],
    },
    {
      state: 'saving',
      slow: true,
      holds: '**/api/users/me',
      acts: [fill('Bio', 'Sits.'), click('Save Changes')],
      texts: [['button', 'Saving...']],
    },
    {
      state: 'security',
      path: '/settings?section=security',
      axe: 'page',
      texts: [
        // DECISIONS rows 88, 89, 91, 155 to 159, and 173.
        ...each('heading', 'Signing in', 'Second lock', 'Authenticator app'),
        ...each('button', 'Change email', 'Change password', 'Set up app'),
        ...each('heading', 'Where you are signed in', 'Where your account was used'),
        ...each('text', 'This one', 'Registered'),
      ],
    },
    {
      state: 'another password, but the current one is wrong',
      path: '/settings?section=security',
      stays: true,
      acts: [
        refuse('**/api/auth/password', 400, 'That is not your current password.'),
        click('Change password'),
        fill('Current password', 'a-wrong-one'),
        fill('New password', 'one-for-the-throne'),
        fill('Confirm password', 'one-for-the-throne'),
        press('Enter'),
      ],
      texts: [['text', 'That is not your current password.']],
    },
    {
      state: 'notifications',
      path: '/settings?section=notifications',
      slow: true,
      axe: 'page',
      picture: 'settings-notifications',
      texts: [
        ['heading', 'Notifications'],
        ...each(
          'switch',
          'Followers',
          'Reactions',
          'Comments',
          'Mentions',
          'Messages',
          'Read when seen',
          'Sound',
          'Pushes on this device',
        ),
      ],
    },
    {
      state: 'a notification setting that fails',
      path: '/settings?section=notifications',
      slow: true,
      stays: true,
      acts: [failWrites('**/api/users/me/notifications'), clickSwitch('Mentions')],
      texts: each('toast', 'Update failed', 'Failed to change the notifications'),
    },
    {
      state: 'privacy',
      path: '/settings?section=privacy',
      slow: true,
      axe: 'page',
      texts: [
        ...each('switch', 'Read receipts', 'Typing signs'),
        ['link', 'Privacy settings', '/privacy-settings'],
        ...each('text', 'You have muted nobody. Saintly.', 'You have blocked nobody. The door stands open.'),
      ],
    },
    {
      state: 'appearance',
      path: '/settings?section=appearance',
      slow: true,
      axe: 'page',
      picture: 'settings-appearance',
      texts: [
        ...each('text', 'System', 'Porcelain', 'Midnight'),
        ['switch', 'Single-key shortcuts'],
        ['button', 'Show shortcuts'],
      ],
    },
    {
      state: 'a second factor that cannot be read',
      path: '/settings?section=security',
      slow: true,
      fails: '**/api/auth/second-factor',
      texts: [
        ['heading', 'The locksmith is out'],
        ['button', 'Retry'],
      ],
    },
    {
      state: 'an activity list that cannot be read',
      path: '/settings?section=security',
      slow: true,
      fails: '**/api/auth/activity',
      texts: [
        ['heading', 'The guest book will not open'],
        ['text', 'We could not load where your account was used.'],
      ],
    },
    { state: "with pictures of one's own", who: 'ann', picture: 'settings', tall: true },
    {
      state: 'sessions and a second factor',
      who: 'ann',
      path: '/settings?section=security',
      picture: 'settings-security',
      tall: true,
    },
    {
      state: 'another email',
      who: 'ann',
      path: '/settings?section=security',
      acts: [click('Change email')],
      picture: 'settings-email',
    },
    {
      state: 'another password',
      who: 'ann',
      path: '/settings?section=security',
      acts: [
        click('Change password'),
        fill('New password', 'short'),
        fill('Confirm password', 'other'),
        press('Enter'),
      ],
      picture: 'settings-password',
    },
  ],
}

/** The account's address has not been confirmed. */
const unconfirmed: Act = (page) =>
  page.route('**/api/auth/me', async (route) => {
    const { user } = (await (await route.fetch()).json()) as SessionView
    await route.fulfill({ json: { user: { ...user, mustConfirm: true } } })
  })

const proof: Screen = {
  screen: 'Proof of identity (DECISIONS rows 155 to 159)',
  who: 'newcomer',
  path: '/privacy-settings',
  slow: true,
  scenes: [
    {
      state: 'a call that requires a fresh proof',
      prepare: refuse('**/api/user/export-data', 403, 'Please log in again first.', {
        'Proof-Required': 'recent',
      }),
      acts: [click('Export My Data')],
      texts: [
        ['heading', 'Prove it is you'],
        ['field', 'Current password'],
        ['button', 'It is me'],
      ],
    },
    {
      state: 'an address that is not confirmed',
      path: '/notifications',
      prepare: inOrder(withoutContent, unconfirmed),
      texts: [
        ['button', 'Send it again'],
        ['link', 'Wrong address?', '/settings?section=security'],
      ],
    },
  ],
}

const privacy: Screen = {
  screen: 'Privacy settings (/privacy-settings)',
  who: 'newcomer',
  path: '/privacy-settings',
  scenes: [
    {
      state: 'as it opens',
      axe: 'page',
      texts: [
        ['title', 'Privacy settings - Royal Flush'],
        ...each('switch', 'Marketing', 'Analytics', 'Personalised ads', 'Read receipts', 'Typing signs'),
        ...each('button', 'Export My Data', 'Delete My Account'),
        ['link', 'Privacy Policy', '/privacy'],
        ['link', 'Terms of Service', '/terms'],
        ['link', 'Cookie Policy', '/cookies'],
        ['link', 'Community Guidelines', '/guidelines'],
      ],
    },
    {
      state: 'a consent',
      stays: true,
      acts: [clickSwitch('Marketing')],
      texts: [['toast', 'Settings Updated']],
    },
    {
      state: 'a consent that fails',
      stays: true,
      acts: [refuseWrites('**/privacy-settings'), clickSwitch('Marketing')],
      texts: each('toast', 'Update Failed', 'Failed to update privacy settings. Please try again.', REASON),
    },
    {
      state: 'an export',
      stays: true,
      acts: [click('Export My Data')],
      texts: [['toast', 'Data Export Complete']],
    },
    {
      state: 'an export that fails',
      stays: true,
      fails: '**/export-data',
      acts: [click('Export My Data')],
      texts: [['toast', 'Export Failed']],
    },
    {
      state: 'the first step of a deletion',
      stays: true,
      acts: [click('Delete My Account')],
      texts: [['heading', 'Are you absolutely sure?'], ...each('button', 'Yes, Delete Forever', 'Cancel')],
    },
    {
      state: 'a deletion that fails',
      stays: true,
      fails: '**/delete-account',
      acts: [click('Yes, Delete Forever')],
      texts: each('toast', 'Deletion Failed', 'Failed to delete account. Please contact support.'),
    },
    { state: 'the whole page', who: 'ann', picture: 'privacy-settings', tall: true },
    {
      state: 'the second step of a deletion',
      who: 'ann',
      acts: [click('Delete My Account')],
      picture: 'privacy-deletion',
      tall: true,
    },
  ],
}

export const ACCOUNT: readonly Screen[] = [settings, proof, privacy]
