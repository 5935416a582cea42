import type { Page } from 'playwright'
import { breaks, click, fill, opens, press, switchOver, type Screen } from './list.ts'

const answer = (call: string, status: number, body: string) => (page: Page) =>
  page.route(call, (route) => route.fulfill({ status, contentType: 'text/plain', body }))

const google: Screen = {
  screen: 'Signing in with Google (section 7, DECISIONS rows 16 and 87)',
  states: [
    {
      state: 'without its credentials',
      bring: opens('visitor', '/login?error=google'),
      rows: [
        ['toast', 'Login failed'],
        ['toast', 'Google sign-in is not available here. Please log in with your email and password.'],
      ],
    },
    {
      state: 'an address Google has not verified',
      bring: opens('visitor', '/login?error=google-unverified'),
      rows: [
        ['toast', 'Google has not verified that email address. Please verify it there, or sign up here.'],
      ],
    },
  ],
}

const settings: Screen = {
  screen: 'Settings, beyond the document (DECISIONS rows 88, 89, 91, 92)',
  states: [
    {
      state: 'as it opens',
      bring: opens('newcomer', '/settings'),
      rows: [
        ['heading', 'Signing in'],
        ['button', 'Change email'],
        ['button', 'Change password'],
        ['heading', 'Where you are signed in'],
        ['text', 'This one'],
        ['heading', 'Notifications'],
        ...['Followers', 'Reactions', 'Comments', 'Mentions', 'Messages'].map(
          (name) => ['switch', name] as const,
        ),
      ],
    },
    {
      state: 'a password that is not the one of now',
      bring: opens(
        'newcomer',
        '/settings',
        answer('**/api/auth/password', 400, 'That is not your current password.'),
        click('Change password'),
        fill('Current password', 'a-wrong-one'),
        fill('New password', 'one-for-the-throne'),
        fill('Confirm password', 'one-for-the-throne'),
        press('Enter'),
      ),
      rows: [['text', 'That is not your current password.']],
    },
    {
      state: 'a preference that fails',
      bring: opens('newcomer', '/settings', breaks('**/api/users/me/notifications'), switchOver('Mentions')),
      rows: [
        ['toast', 'Update failed'],
        ['toast', 'Failed to change the notifications'],
      ],
    },
  ],
}

/** One's own account, where it goes beyond what the product document gives. */
export const ACCOUNTS: readonly Screen[] = [google, settings]
