import type { Page } from 'playwright'
import type { SecondStepView } from '#contract/account.second-factor.ts'
import { SIGN_UP_MESSAGES } from '#contract/account.sign-up.constants.ts'
import { solvePuzzle } from '#tests/e2e/support/puzzle.ts'
import { PASSWORD } from '#tests/support/http-client.ts'
import { answer, click, fill, inOrder, press, scrollToEnd, waitForText } from './acts.ts'
import { each, type Scene, type Screen } from './scene.ts'

const login: Screen = {
  screen: 'Login (/login)',
  who: 'visitor',
  path: '/login',
  scenes: [
    {
      state: 'as it opens',
      axe: 'page',
      picture: 'login',
      texts: [
        ...each('field', 'Email', 'Password'),
        ['button', 'Log in'],
        ['link', 'Continue with Google', '/api/auth/google'],
        ['link', 'Forgot password?', '/forgot-password'],
        ['link', 'Forgot username?', '/forgot-username'],
        ['link', 'Sign up', '/register'],
        ['link', 'Terms', '/terms'],
        ['link', 'Privacy Policy', '/privacy'],
      ],
    },
    {
      state: 'sent empty',
      stays: true,
      acts: [click('Log in')],
      texts: each('toast', 'Error', 'Please fill in all fields'),
    },
    {
      state: 'refused without a message of the server',
      stays: true,
      fails: '**/api/auth/login',
      acts: [fill('Email', 'ann@people.example'), fill('Password', PASSWORD), click('Log in')],
      texts: [
        ...each('toast', 'Login failed', 'Invalid email or password'),
        ['alert', 'Login failed. Please try again.'],
      ],
    },
    {
      state: 'the second step',
      path: '/login?step=second',
      prepare: answer('**/api/auth/login/second', {
        secondFactor: ['totp', 'recovery'],
      } satisfies SecondStepView),
      texts: [
        ['heading', 'One more lock'],
        ['field', 'Code'],
        ['button', 'Log in'],
        ['link', 'Begin again', '/login'],
      ],
    },
    {
      state: 'by Google, which is not configured',
      path: '/login?error=google',
      texts: each(
        'toast',
        'Login failed',
        'Google sign-in is not available here. Please log in with your email and password.',
      ),
    },
    {
      state: 'by Google, with an unverified address',
      path: '/login?error=google-unverified',
      texts: each(
        'toast',
        'Google has not verified that email address. Please verify it there, or sign up here.',
      ),
    },
  ],
}

/** Fills in the form with valid values, except for `changes`. */
const fillForm =
  (changes: Record<string, string> = {}) =>
  async (page: Page) => {
    const values = {
      Email: 'zoe@people.example',
      Handle: 'zoe_of_bath',
      'Display name': 'Zoe',
      'Birth year': '1990',
      Password: PASSWORD,
      'Confirm password': PASSWORD,
      ...changes,
    }
    for (const [label, value] of Object.entries(values))
      await page.getByLabel(label, { exact: true }).fill(value)
  }
const accept = async (page: Page) => {
  await page.getByLabel('I accept the Terms of Service').check()
  await page.getByLabel('I accept the Privacy Policy').check()
}
/** Runs the form's own submit handler, as the Enter key of a field does. */
const submit = (page: Page) => page.getByLabel('Email').press('Enter')
const yearOfBirth = (age: number) => String(new Date().getFullYear() - age)
const invalid = (state: string, changes: Record<string, string>, message: string): Scene => ({
  state,
  stays: true,
  acts: [fillForm(changes), submit],
  texts: each('toast', 'Validation Error', message),
})

const register: Screen = {
  screen: 'Register (/register)',
  who: 'visitor',
  path: '/register',
  scenes: [
    {
      state: 'as it opens',
      axe: 'page',
      picture: 'register',
      texts: [
        ...each('field', 'Email', 'Handle', 'Display name', 'Birth year', 'Password', 'Confirm password'),
        ...each('button', 'New Puzzle', 'Complete puzzle to enable'),
        ...each('checkbox', 'I accept the Terms of Service', 'I accept the Privacy Policy'),
        ['checkbox', 'Send me news by mail (optional)'],
        ['checkbox', 'Count my visits, without my name (optional)'],
        ['link', 'Log in', '/login'],
        ['link', 'Terms of Service', '/terms'],
        ['link', 'Privacy Policy', '/privacy'],
      ],
    },
    {
      state: 'sent empty',
      stays: true,
      acts: [submit],
      texts: each('toast', 'Validation Error', 'Please fill in all required fields'),
    },
    invalid('two passwords', { 'Confirm password': 'another' }, 'Passwords do not match'),
    invalid(
      'a short password',
      { Password: 'short', 'Confirm password': 'short' },
      'Password must be at least 8 characters',
    ),
    invalid('a short handle', { Handle: 'zo' }, 'Handle must be at least 3 characters'),
    invalid('an impossible birth year', { 'Birth year': '1850' }, 'Please enter a valid birth year'),
    invalid(
      '12 years old',
      { 'Birth year': yearOfBirth(12) },
      'You must be at least 13 years old to use this platform',
    ),
    invalid(
      '15 years old',
      { 'Birth year': yearOfBirth(15) },
      'Users under 16 require parental consent. Please have a parent or guardian create an account on your behalf',
    ),
    invalid(
      'nothing accepted',
      {},
      'You must accept our Terms of Service and Privacy Policy to create an account',
    ),
    {
      state: 'no puzzle solved',
      stays: true,
      acts: [fillForm(), accept, submit],
      texts: [['toast', 'Please complete the anti asshole verification first']],
    },
    {
      state: 'no puzzle available',
      slow: true,
      fails: '**/api/auth/puzzle',
      acts: [waitForText(/no puzzle/), scrollToEnd],
      picture: 'register-no-puzzle',
      texts: [
        ['alert', 'The jester has no puzzle for you right now.'],
        ['button', 'New Puzzle'],
      ],
    },
    {
      state: 'puzzle solved',
      acts: [solvePuzzle],
      texts: [
        ['toast', 'Puzzle Solved!'],
        ['button', 'Accept terms to enable'],
      ],
    },
    {
      state: 'complete',
      stays: true,
      acts: [accept],
      texts: [['button', 'Create Account']],
    },
    {
      state: 'sending',
      stays: true,
      holds: '**/api/auth/register',
      acts: [fillForm(), click('Create Account')],
      texts: [['button', 'Creating account...']],
    },
    {
      state: 'refused without a message of the server',
      fails: '**/api/auth/register',
      acts: [fillForm(), accept, solvePuzzle, click('Create Account')],
      texts: [
        ...each('toast', 'Registration failed', 'Something went wrong. Please try again.'),
        ['alert', 'Registration failed. Please try again.'],
      ],
    },
    ...(
      [
        ['closed', { mode: 'closed', isInvited: false }, '', SIGN_UP_MESSAGES.closed],
        ['by invitation', { mode: 'invited', isInvited: false }, '', SIGN_UP_MESSAGES.invited],
        [
          'a wrong invitation',
          { mode: 'invited', isInvited: false },
          '?invite=x',
          SIGN_UP_MESSAGES.invitation,
        ],
      ] as const
    ).map(([state, answered, query, sentence]): Scene => ({
      state,
      prepare: answer('**/api/auth/sign-up*', answered),
      path: `/register${query}`,
      slow: true,
      axe: 'page',
      picture: `register-${state.replaceAll(' ', '-')}`,
      texts: [
        ['text', sentence],
        ['link', 'Log in', '/login'],
      ],
    })),
    { state: 'puzzle and consent', acts: [scrollToEnd], picture: 'register-end' },
    { state: 'after Google, without a Google account', path: '/register/google', slow: true, axe: 'page' },
  ],
}

const resetPassword = (password: string, again: string) =>
  inOrder(fill('New password', password), fill('Confirm password', again), press('Enter'))

const recovery: Screen = {
  screen: 'Recovery pages',
  who: 'visitor',
  path: '/forgot-password',
  slow: true,
  scenes: [
    {
      state: '/forgot-password',
      axe: 'page',
      picture: 'forgot-password',
      texts: [
        ['field', 'Email'],
        ['link', 'Forgot username?', '/forgot-username'],
      ],
    },
    {
      state: '/forgot-password without an address',
      stays: true,
      acts: [fill('Email', 'nobody'), press('Enter')],
      texts: [['text', 'Please enter a valid email address.']],
    },
    {
      state: '/forgot-password that fails',
      stays: true,
      fails: '**/api/auth/forgot-password',
      acts: [fill('Email', 'nobody@people.example'), press('Enter')],
      texts: each('toast', 'Error', 'Failed to send reset email'),
    },
    {
      state: '/forgot-password sent',
      acts: [fill('Email', 'nobody@people.example'), press('Enter'), waitForText('Check Your Email')],
      picture: 'check-your-email',
      texts: [
        ['heading', 'Check Your Email'],
        ['text', 'If an account with that email exists, a password reset link has been sent.'],
        ['link', 'Back to Login', '/login'],
      ],
    },
    {
      state: '/forgot-username',
      path: '/forgot-username',
      axe: 'page',
      picture: 'forgot-username',
      texts: [
        ['field', 'Email'],
        ['link', 'Sign in', '/login'],
        ['link', 'Reset password', '/forgot-password'],
      ],
    },
    {
      state: '/forgot-username that fails',
      path: '/forgot-username',
      stays: true,
      fails: '**/api/auth/forgot-username',
      acts: [fill('Email', 'nobody@people.example'), press('Enter')],
      texts: each('toast', 'Error', 'Failed to send username recovery email'),
    },
    {
      state: '/forgot-username sent',
      path: '/forgot-username',
      stays: true,
      acts: [fill('Email', 'nobody@people.example'), press('Enter')],
      texts: [
        ['text', 'If an account with that email exists, a username recovery email has been sent.'],
        ['link', 'Sign in', '/login'],
        ['link', 'Reset password', '/forgot-password'],
      ],
    },
    {
      state: '/reset-password without a token',
      path: '/reset-password',
      axe: 'page',
      picture: 'reset-invalid',
      texts: [
        ['heading', 'Invalid Reset Link'],
        ['link', 'Request New Reset Link', '/forgot-password'],
      ],
    },
    {
      state: '/reset-password?token=',
      path: '/reset-password?token=lost',
      axe: 'page',
      picture: 'reset-password',
      texts: [...each('field', 'New password', 'Confirm password'), ['button', 'Show password']],
    },
    {
      state: '/reset-password with a short password',
      path: '/reset-password?token=lost',
      stays: true,
      acts: [fill('New password', 'short'), press('Enter')],
      texts: [['text', 'Password must be at least 8 characters long']],
    },
    {
      state: '/reset-password with two passwords',
      path: '/reset-password?token=lost',
      stays: true,
      acts: [resetPassword(PASSWORD, 'another')],
      texts: [['text', "Passwords don't match"]],
    },
    {
      state: '/reset-password with an expired token',
      path: '/reset-password?token=lost',
      stays: true,
      acts: [resetPassword(PASSWORD, PASSWORD)],
      texts: each('toast', 'Error', 'Invalid reset token'),
    },
    {
      state: '/reset-password that fails',
      path: '/reset-password?token=lost',
      stays: true,
      fails: '**/api/auth/reset-password',
      acts: [resetPassword(PASSWORD, PASSWORD)],
      texts: each('toast', 'Error', 'Failed to reset password'),
    },
    {
      state: '/reset-password done',
      path: '/reset-password?token=lost',
      stays: true,
      prepare: answer('**/api/auth/reset-password', { message: 'Password reset' }),
      acts: [resetPassword(PASSWORD, PASSWORD)],
      texts: [
        ['heading', 'Password Reset Successful'],
        ['link', 'Sign In Now', '/login'],
      ],
    },
    { state: '/confirm-email', path: '/confirm-email', axe: 'page' },
    {
      state: '/confirm-email?token=',
      path: '/confirm-email?token=lost',
      axe: 'page',
      picture: 'confirm-email',
    },
    {
      state: '/confirm-email with an expired link',
      path: '/confirm-email?token=lost',
      acts: [click('Confirm this email')],
      picture: 'confirm-email-invalid',
    },
  ],
}

/** The screens of visitors until they are signed in. */
export const ENTRANCE: readonly Screen[] = [login, register, recovery]
