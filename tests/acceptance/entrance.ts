import { PASSWORD } from '#tests/support/http-client.ts'
import { solvePuzzle } from '#tests/e2e/support/puzzle.ts'
import type { Page } from 'playwright'
import { click, fails, fill, opens, press, waits, type Row, type Screen } from './list.ts'

const LEGAL: Row[] = [
  ['link', 'Terms', '/terms'],
  ['link', 'Privacy', '/privacy'],
  ['link', 'Guidelines', '/guidelines'],
  ['link', 'Cookies', '/cookies'],
  ['link', 'Disclaimer', '/disclaimer'],
  ['link', 'Founder', '/founders'],
]
const SUPPORT: Row[] = ['help', 'safety', 'contact', 'legal'].map((desk) => [
  'link',
  desk[0]!.toUpperCase() + desk.slice(1),
  `mailto:${desk}@royalflush.example`,
])

const landing: Screen = {
  screen: 'Landing page (signed out, /)',
  states: [
    {
      state: 'as a visitor meets it',
      bring: opens('visitor', '/'),
      rows: [
        ['title', 'Royal Flush'],
        ['link', 'Sign In', '/login'],
        ['link', 'Get Started', '/register'],
        ['heading', 'Post it. Roast it. Share it.'],
        ['link', 'Full Story', '/founders'],
        ['heading', 'Unfiltered posts'],
        ['heading', 'Raw media'],
        ['heading', 'Direct messages'],
        ['heading', 'Real-time notifications'],
        ['heading', 'Discovery'],
        ['heading', 'Relevant ads'],
        ...LEGAL,
        ...SUPPORT,
      ],
    },
    {
      state: 'while nobody knows who is here',
      bring: waits('**/api/auth/me', 'ann', '/notifications'),
      rows: [
        ['loading', 'Loading Royal Flush…'],
        ['loading', 'Loading your account...'],
      ],
    },
    {
      state: 'any other path',
      bring: opens('visitor', '/no/such/room'),
      rows: [['heading', '404 Page Not Found']],
    },
  ],
}

const login: Screen = {
  screen: 'Login (/login)',
  states: [
    {
      state: 'as it opens',
      bring: opens('visitor', '/login'),
      rows: [
        ['field', 'Email'],
        ['field', 'Password'],
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
      bring: opens('visitor', '/login', click('Log in')),
      rows: [
        ['toast', 'Error'],
        ['toast', 'Please fill in all fields'],
      ],
    },
    {
      state: 'refused, without a word of the server',
      bring: fails(
        '**/api/auth/login',
        'visitor',
        '/login',
        fill('Email', 'ann@people.example'),
        fill('Password', PASSWORD),
        click('Log in'),
      ),
      rows: [
        ['toast', 'Login failed'],
        ['toast', 'Invalid email or password'],
        ['alert', 'Login failed. Please try again.'],
      ],
    },
  ],
}

/** Fills the form in, so that nothing is wrong but what is asked for. */
const fillIn =
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
const enter = (page: Page) => page.getByLabel('Email').press('Enter')
const year = (age: number) => String(new Date().getFullYear() - age)
const refused = (state: string, changes: Record<string, string>, sentence: string) => ({
  state,
  bring: opens('visitor', '/register', fillIn(changes), enter),
  rows: [
    ['toast', 'Validation Error'],
    ['toast', sentence],
  ] satisfies Row[],
})

const register: Screen = {
  screen: 'Register (/register)',
  states: [
    {
      state: 'as it opens',
      bring: opens('visitor', '/register'),
      rows: [
        ['field', 'Email'],
        ['field', 'Handle'],
        ['field', 'Display name'],
        ['field', 'Birth year'],
        ['field', 'Password'],
        ['field', 'Confirm password'],
        ['button', 'New Puzzle'],
        ['button', 'Complete puzzle to enable'],
        ['checkbox', 'I accept the Terms of Service'],
        ['checkbox', 'I accept the Privacy Policy'],
        ['checkbox', 'Send me royal announcements (optional)'],
        ['checkbox', 'Count my visits, without my name (optional)'],
        ['link', 'Log in', '/login'],
        ['link', 'Terms of Service', '/terms'],
        ['link', 'Privacy Policy', '/privacy'],
      ],
    },
    {
      state: 'sent empty',
      bring: opens('visitor', '/register', enter),
      rows: [
        ['toast', 'Validation Error'],
        ['toast', 'Please fill in all required fields'],
      ],
    },
    refused('two passwords', { 'Confirm password': 'another' }, 'Passwords do not match'),
    refused(
      'a short password',
      { Password: 'short', 'Confirm password': 'short' },
      'Password must be at least 8 characters',
    ),
    refused('a short handle', { Handle: 'zo' }, 'Handle must be at least 3 characters'),
    refused('a birth year of no time', { 'Birth year': '1850' }, 'Please enter a valid birth year'),
    refused(
      '12 years old',
      { 'Birth year': year(12) },
      'You must be at least 13 years old to use this platform',
    ),
    refused(
      '15 years old',
      { 'Birth year': year(15) },
      'Users under 16 require parental consent. Please have a parent or guardian create an account on your behalf',
    ),
    refused(
      'nothing accepted',
      {},
      'You must accept our Terms of Service and Privacy Policy to create an account',
    ),
    {
      state: 'no puzzle solved',
      bring: opens('visitor', '/register', fillIn(), accept, enter),
      rows: [['toast', 'Please complete the anti asshole verification first']],
    },
    {
      state: 'no puzzle to be had',
      bring: fails('**/api/auth/puzzle', 'visitor', '/register'),
      rows: [
        ['alert', 'The jester has no puzzle for you right now.'],
        ['button', 'New Puzzle'],
      ],
    },
    {
      state: 'puzzle solved',
      bring: opens('visitor', '/register', solvePuzzle),
      rows: [
        ['toast', 'Puzzle Solved!'],
        ['button', 'Accept terms to enable'],
      ],
    },
    {
      state: 'all done',
      bring: opens('visitor', '/register', solvePuzzle, accept),
      rows: [['button', 'Create Account']],
    },
    {
      state: 'while it is sent',
      bring: waits(
        '**/api/auth/register',
        'visitor',
        '/register',
        fillIn(),
        accept,
        solvePuzzle,
        click('Create Account'),
      ),
      rows: [['button', 'Creating account...']],
    },
    {
      state: 'refused, without a word of the server',
      bring: fails(
        '**/api/auth/register',
        'visitor',
        '/register',
        fillIn(),
        accept,
        solvePuzzle,
        click('Create Account'),
      ),
      rows: [
        ['toast', 'Registration failed'],
        ['toast', 'Something went wrong. Please try again.'],
        ['alert', 'Registration failed. Please try again.'],
      ],
    },
  ],
}

const recovery: Screen = {
  screen: 'Recovery pages',
  states: [
    {
      state: '/forgot-password',
      bring: opens('visitor', '/forgot-password'),
      rows: [
        ['field', 'Email'],
        ['link', 'Forgot username?', '/forgot-username'],
      ],
    },
    {
      state: '/forgot-password with no address',
      bring: opens('visitor', '/forgot-password', fill('Email', 'nobody'), press('Enter')),
      rows: [['text', 'Please enter a valid email address.']],
    },
    {
      state: '/forgot-password sent',
      bring: opens('visitor', '/forgot-password', fill('Email', 'nobody@people.example'), press('Enter')),
      rows: [
        ['heading', 'Check Your Email'],
        ['text', 'If an account with that email exists, a password reset link has been sent.'],
        ['link', 'Back to Login', '/login'],
      ],
    },
    {
      state: '/forgot-password that fails',
      bring: fails(
        '**/api/auth/forgot-password',
        'visitor',
        '/forgot-password',
        fill('Email', 'nobody@people.example'),
        press('Enter'),
      ),
      rows: [
        ['toast', 'Error'],
        ['toast', 'Failed to send reset email'],
      ],
    },
    {
      state: '/forgot-username',
      bring: opens('visitor', '/forgot-username'),
      rows: [
        ['field', 'Email'],
        ['link', 'Sign in', '/login'],
        ['link', 'Reset password', '/forgot-password'],
      ],
    },
    {
      state: '/forgot-username sent',
      bring: opens('visitor', '/forgot-username', fill('Email', 'nobody@people.example'), press('Enter')),
      rows: [
        ['text', 'If an account with that email exists, a username recovery email has been sent.'],
        ['link', 'Sign in', '/login'],
        ['link', 'Reset password', '/forgot-password'],
      ],
    },
    {
      state: '/forgot-username that fails',
      bring: fails(
        '**/api/auth/forgot-username',
        'visitor',
        '/forgot-username',
        fill('Email', 'nobody@people.example'),
        press('Enter'),
      ),
      rows: [
        ['toast', 'Error'],
        ['toast', 'Failed to send username recovery email'],
      ],
    },
    {
      state: '/reset-password without a token',
      bring: opens('visitor', '/reset-password'),
      rows: [
        ['heading', 'Invalid Reset Link'],
        ['link', 'Request New Reset Link', '/forgot-password'],
      ],
    },
    {
      state: '/reset-password?token=',
      bring: opens('visitor', '/reset-password?token=lost'),
      rows: [
        ['field', 'New password'],
        ['field', 'Confirm password'],
        ['button', 'Show password'],
      ],
    },
    {
      state: '/reset-password with a short password',
      bring: opens('visitor', '/reset-password?token=lost', fill('New password', 'short'), press('Enter')),
      rows: [['text', 'Password must be at least 8 characters long']],
    },
    {
      state: '/reset-password with two passwords',
      bring: opens(
        'visitor',
        '/reset-password?token=lost',
        fill('New password', PASSWORD),
        fill('Confirm password', 'another'),
        press('Enter'),
      ),
      rows: [['text', "Passwords don't match"]],
    },
    {
      state: '/reset-password with a token that is over',
      bring: opens(
        'visitor',
        '/reset-password?token=lost',
        fill('New password', PASSWORD),
        fill('Confirm password', PASSWORD),
        press('Enter'),
      ),
      rows: [
        ['toast', 'Error'],
        ['toast', 'Invalid reset token'],
      ],
    },
    {
      state: '/reset-password that fails',
      bring: fails(
        '**/api/auth/reset-password',
        'visitor',
        '/reset-password?token=lost',
        fill('New password', PASSWORD),
        fill('Confirm password', PASSWORD),
        press('Enter'),
      ),
      rows: [
        ['toast', 'Error'],
        ['toast', 'Failed to reset password'],
      ],
    },
    {
      state: '/reset-password done',
      bring: opens(
        'visitor',
        '/reset-password?token=lost',
        (page) =>
          page.route('**/api/auth/reset-password', (route) =>
            route.fulfill({ json: { message: 'Password reset' } }),
          ),
        fill('New password', PASSWORD),
        fill('Confirm password', PASSWORD),
        press('Enter'),
      ),
      rows: [
        ['heading', 'Password Reset Successful'],
        ['link', 'Sign In Now', '/login'],
      ],
    },
  ],
}

const documents: Screen = {
  screen: 'Founders page and legal pages',
  states: [
    {
      state: '/founders',
      bring: opens('visitor', '/founders'),
      rows: [
        ['heading', 'Origin Story'],
        ['heading', 'The Vision'],
        ['heading', 'The Philosophy'],
        ['heading', 'The Mission'],
        ['heading', 'Fun Facts'],
        ['link', 'Start Your Journey', '/register'],
        ['link', 'Explore the Platform', '/'],
        ['link', 'Start the Revolution', '/register'],
      ],
    },
    ...(
      [
        ['/terms', 'Terms of Service'],
        ['/privacy', 'Privacy Policy'],
        ['/guidelines', 'Community Guidelines'],
        ['/cookies', 'Cookie Policy'],
        ['/disclaimer', 'Disclaimer'],
      ] as const
    ).map(([path, title]) => ({
      state: path,
      bring: opens('visitor', path),
      rows: [['heading', title]] satisfies Row[],
    })),
  ],
}

/** What a visitor meets before the door opens. */
export const ENTRANCE: readonly Screen[] = [landing, login, register, recovery, documents]
