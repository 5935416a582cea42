import { click, inOrder, press, says, scenesOf, toTheEnd, type, type Scene } from '../scene.ts'

const visitor = scenesOf('visitor')

/**
 * Who comes from nowhere is led to the form; from there to the provider that stands in Google's place, which
 * hears who one is.
 */
const throughGoogle: Scene['act'] = async (page) => {
  await page.getByRole('link', { name: 'Sign up with Google' }).click()
  await page.locator('input[name=login]').fill('greta@people.example')
  await page.locator('input[name=password]').fill('anything')
  await page.locator('[type=submit]').click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/register/google')
  await says(/^Google says you are/)(page)
}

/** Before the door: what everybody meets who has no account, or has lost the key. */
export const ENTRANCE: readonly Scene[] = [
  visitor('landing', 'The landing page', '/'),
  visitor('landing-whole', 'The landing page, from its head to its foot', '/', { tall: true }),
  visitor('feed', 'The feed for visitors', '/feed'),
  visitor('login', 'Log in', '/login'),
  visitor(
    'login-banned',
    'Log in, banned',
    '/login',
    inOrder(
      type('Email', 'count_drainula@court.example'),
      type('Password', 'flush-the-crown-7'),
      press('Enter'),
      says(/banned/),
    ),
  ),
  visitor('register', 'Sign up', '/register'),
  visitor('register-end', 'Sign up, puzzle and consent', '/register', toTheEnd),
  visitor('register-no-puzzle', 'Sign up, without a puzzle', '/register', {
    fails: '**/api/auth/puzzle',
    act: inOrder(says(/no puzzle/), toTheEnd),
  }),
  visitor('register-google', 'Pick a handle, coming from Google', '/register/google', throughGoogle),
  visitor('forgot-password', 'Forgot password', '/forgot-password'),
  visitor(
    'check-your-email',
    'Check your email',
    '/forgot-password',
    inOrder(type('Email', 'nobody@court.example'), press('Enter'), says('Check Your Email')),
  ),
  visitor('forgot-username', 'Forgot username', '/forgot-username'),
  visitor('reset-password', 'Reset password', '/reset-password?token=lost'),
  visitor('reset-invalid', 'Invalid reset link', '/reset-password'),
  visitor('confirm-email', 'Confirm an email address', '/confirm-email?token=lost'),
  visitor(
    'confirm-email-invalid',
    'Confirm an email address, with an old link',
    '/confirm-email?token=lost',
    click('Confirm this email'),
  ),
  visitor('terms', 'Terms', '/terms'),
  visitor('privacy', 'Privacy policy', '/privacy'),
  visitor('guidelines', 'Guidelines', '/guidelines'),
  visitor('cookies', 'Cookies', '/cookies'),
  visitor('disclaimer', 'Disclaimer', '/disclaimer'),
  visitor('founders', 'The founder', '/founders', { tall: true }),
  visitor('blog', 'The Royal Blog', '/blog'),
  visitor('decree', 'A decree', '/blog/on-the-keeping-of-the-seat', { tall: true }),
  visitor('decree-not-found', 'No such decree', '/blog/of-nothing-at-all'),
  visitor('not-found', 'Any other path', '/nowhere'),
  visitor('offline', 'Without a network', '/offline.html'),
]
