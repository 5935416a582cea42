import type { Page, Route } from 'playwright'
import { MESSAGES } from '#contract/errors.ts'
import type { SecondFactorView, SecondStepView } from '#contract/account.second-factor.ts'
import type { SessionView } from '#contract/account.ts'
import type { WaitingView } from '#contract/moderation.ts'
import { click, fails, opens, write, type Screen } from './list.ts'

/** Answers a call in the server's place, for states that need other settings or much time. */
const answers = (call: string, json: object) => (page: Page) =>
  page.route(call, (route) => route.fulfill({ json }))
const refuses =
  (call: string, status: number, body: string, headers: Record<string, string> = {}) =>
  (page: Page) =>
    page.route(call, (route: Route) =>
      status === 503 && route.request().method() === 'GET'
        ? route.fallback()
        : route.fulfill({ status, headers, body }),
    )

const proof: Screen = {
  screen: 'A proof, and the second factor (DECISIONS rows 155 to 159)',
  states: [
    {
      state: 'a call that wants a fresh proof',
      bring: async (stage) => {
        const { page } = stage.newcomer
        await refuses('**/api/user/export-data', 403, 'Please log in again first.', {
          'Proof-Required': 'recent',
        })(page)
        return opens('newcomer', '/privacy-settings', click('Export My Data'))(stage)
      },
      rows: [
        ['heading', 'Prove it is you'],
        ['field', 'Current password'],
        ['button', 'It is me'],
      ],
    },
    {
      state: 'the card in settings',
      bring: opens('newcomer', '/settings'),
      rows: [
        ['heading', 'Second lock'],
        ['heading', 'Authenticator app'],
        ['button', 'Set up app'],
      ],
    },
    {
      state: 'the card that cannot be read',
      bring: fails('**/api/auth/second-factor', 'newcomer', '/settings'),
      rows: [
        ['heading', 'The locksmith is out'],
        ['button', 'Retry'],
      ],
    },
    {
      state: 'the second step of a log-in',
      bring: async (stage) => {
        await answers('**/api/auth/login/second', {
          secondFactor: ['totp', 'recovery'],
        } satisfies SecondStepView)(stage.visitor)
        return opens('visitor', '/login?step=second')(stage)
      },
      rows: [
        ['heading', 'One more lock'],
        ['field', 'Code'],
        ['button', 'Log in'],
        ['link', 'Begin again', '/login'],
      ],
    },
    {
      state: 'an admin who has none, where one is required',
      bring: async (stage) => {
        const none: SecondFactorView = {
          totp: null,
          passkeys: [],
          recoveryCodes: 0,
          required: true,
          used: false,
        }
        await answers('**/api/auth/second-factor', none)(stage.admin.page)
        return opens('admin', '/admin')(stage)
      },
      rows: [
        ['heading', 'Two locks to the throne room'],
        ['text', MESSAGES.secondFactorFirst],
        ['button', 'Set up app'],
      ],
    },
  ],
}

const activity: Screen = {
  screen: 'Where an account was used (DECISIONS row 173)',
  states: [
    {
      state: 'as it opens',
      bring: opens('newcomer', '/settings'),
      rows: [
        ['heading', 'Where your account was used'],
        ['text', 'Registered'],
      ],
    },
    {
      state: 'that cannot be read',
      bring: fails('**/api/auth/activity', 'newcomer', '/settings'),
      rows: [
        ['heading', 'The guest book will not open'],
        ['text', 'Where your account was used could not be read.'],
      ],
    },
  ],
}

const waiting: WaitingView = {
  id: '0'.repeat(24),
  kind: 'post',
  postId: null,
  text: 'Golden plungers!',
  createdAt: new Date().toISOString(),
  rev: 1,
}

const held: Screen = {
  screen: 'What waits: for the guards, for an address, for the store (DECISIONS rows 135, 152, 164)',
  states: [
    {
      state: 'a post that is held',
      bring: async (stage) => {
        await answers('**/api/users/me/waiting', [waiting])(stage.newcomer.page)
        return opens('newcomer', '/')(stage)
      },
      rows: [
        ['text', 'Waiting for the guards'],
        ['text', waiting.text],
        ['text', 'Only you see it until they let it through.'],
        ['button', 'Withdraw'],
      ],
    },
    {
      state: 'an address that is not confirmed',
      bring: async (stage) => {
        const { page } = stage.newcomer
        await page.route('**/api/auth/me', async (route) => {
          const { user } = (await (await route.fetch()).json()) as SessionView
          await route.fulfill({ json: { user: { ...user, mustConfirm: true } } })
        })
        return opens('newcomer', '/notifications')(stage)
      },
      rows: [
        ['button', 'Send it again'],
        ['link', 'Wrong address?', '/settings'],
      ],
    },
    {
      state: 'a post while the store is away',
      bring: async (stage) => {
        await refuses('**/api/posts', 503, MESSAGES.busy, { 'Retry-After': '2' })(stage.newcomer.page)
        return opens(
          'newcomer',
          '/compose',
          write('Top Crap Talk', 'Is anybody there?'),
          click('Flush it 💩'),
        )(stage)
      },
      rows: [
        ['toast', 'Failed to create post'],
        ['toast', MESSAGES.busy],
        ['text', 'Is anybody there?'],
      ],
    },
  ],
}

/** The screens that guard an account and what is written, beyond the product document. */
export const GUARDS: readonly Screen[] = [proof, activity, held]
