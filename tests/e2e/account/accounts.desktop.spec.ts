import type { Page } from 'playwright/test'
import { MESSAGES } from '#contract/errors.ts'
import { PASSWORD } from '#tests/support/http-client.ts'
import { fillIn, newHandle } from '#tests/e2e/support/register-form.ts'
import { solvePuzzle } from '#tests/e2e/support/puzzle.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

const submit = (page: Page) => page.locator('button[type=submit]')
/** Runs the form's own submit handler, as the Enter key of a field does. */
const pressEnter = (page: Page) => page.getByLabel('Email').press('Enter')

test('somebody registers, is welcomed, and sees their profile', async ({ page }) => {
  await page.goto('/register')
  await fillIn(page)
  await expect(submit(page)).toHaveText('Complete puzzle to enable')
  await solvePuzzle(page)
  await expect(toast(page)).toContainText('Puzzle Solved!')
  await expect(submit(page)).toHaveText('Accept terms to enable')
  await page.getByLabel('I accept the Terms of Service').check()
  await page.getByLabel('I accept the Privacy Policy').check()
  await page.getByLabel('Count my visits, without my name (optional)').check()
  await expect(submit(page)).toHaveText('Create Account')
  await submit(page).click()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(toast(page)).toContainText('Welcome to Royal Flush 💩')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ann of Bath')
  // The accepted consents are stored, and no others.
  await page.goto('/privacy-settings')
  await expect(page.getByRole('switch', { name: 'Analytics' })).toBeChecked()
  await expect(page.getByRole('switch', { name: 'Marketing' })).not.toBeChecked()
})

test('the handle is made lower case and stripped while it is typed', async ({ page }) => {
  await page.goto('/register')
  await page.getByLabel('Handle').pressSequentially('Ann-of Bath_7!')
  await expect(page.getByLabel('Handle')).toHaveValue('annofbath_7')
})

test('errors of the form are shown one at a time, in order', async ({ page }) => {
  await page.goto('/register')
  const says = async (sentence: string) => {
    await pressEnter(page)
    await expect(toast(page)).toContainText('Validation Error')
    await expect(toast(page)).toContainText(sentence)
    // And at the field; the puzzle is none.
    if (!sentence.includes('verification'))
      await expect(page.locator('[aria-invalid=true]').first()).toHaveAccessibleDescription(sentence)
  }
  await says('Please fill in all required fields')
  const marked = page.locator('[aria-invalid=true]')
  await expect(marked).toHaveCount(6)
  await expect(marked.first()).toBeFocused()
  await expect(page.getByLabel('Birth year')).toHaveAccessibleDescription('This field is empty.')
  await fillIn(page, { Handle: 'a', 'Birth year': '2015', Password: 'short', 'Confirm password': 'other' })
  await says('Passwords do not match')
  await page.getByLabel('Confirm password').fill('short')
  await says('Password must be at least 8 characters')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('sunshine1')
  await expect(page.getByText(MESSAGES.passwordTooCommon)).toBeVisible()
  await password.fill(PASSWORD)
  await expect(page.getByText('Hard to guess.', { exact: true })).toBeVisible()
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await says('Handle must be at least 3 characters')
  await page.getByLabel('Handle').fill(newHandle())
  await page.getByLabel('Birth year').fill('99')
  await says('Please enter a valid birth year')
  await page.getByLabel('Birth year').fill(String(new Date().getFullYear() - 12))
  await says('You must be at least 13 years old to use this platform')
  await page.getByLabel('Birth year').fill(String(new Date().getFullYear() - 15))
  await says(
    'Users under 16 require parental consent. Please have a parent or guardian create an account on your behalf',
  )
  await page.getByLabel('Birth year').fill('1990')
  await says('You must accept our Terms of Service and Privacy Policy to create an account')
  await page.getByLabel('I accept the Terms of Service').check()
  await page.getByLabel('I accept the Privacy Policy').check()
  await says('Please complete the anti asshole verification first')
  await expect(page).toHaveURL(/\/register$/)
})

test('three wrong answers give a new puzzle, and so does the button', async ({ page }) => {
  await page.goto('/register')
  const question = page.getByText(/^(What is|Click on the) /)
  // A sum, so that a wrong answer can be typed.
  while (!(await question.textContent())?.startsWith('What is')) {
    const [fresh] = await Promise.all([
      page.waitForResponse('**/api/auth/puzzle'),
      page.getByRole('button', { name: 'New Puzzle' }).click(),
    ])
    await expect(question).toHaveText(((await fresh.json()) as { question: string }).question)
  }
  const wrong = async () => {
    await page.getByLabel('Your answer').fill('1000')
    await page.getByRole('button', { name: 'Submit' }).click()
  }
  await wrong()
  await expect(toast(page)).toContainText('Incorrect answer')
  await expect(toast(page)).toContainText('Please try again. 2 attempts remaining.')
  await wrong()
  await expect(toast(page)).toContainText('Please try again. 1 attempts remaining.')
  await wrong()
  await expect(toast(page)).toContainText('Too many attempts')
  await expect(page.getByText('Attempt 1 of 3')).toBeVisible()
  await solvePuzzle(page)
  await expect(page.getByText('Verified.')).toBeVisible()
  await expect(question).toHaveCount(0)
})

test('an address that is taken is refused, and the form keeps its values', async ({ page, guest }) => {
  const bob = await guest('Bob')
  await page.goto('/register')
  await fillIn(page, { Handle: bob.handle })
  await solvePuzzle(page)
  await page.getByLabel('I accept the Terms of Service').check()
  await page.getByLabel('I accept the Privacy Policy').check()
  await submit(page).click()
  await expect(toast(page)).toContainText('Registration failed')
  await expect(toast(page)).toContainText('That handle is already taken.')
  await expect(
    page.getByRole('alert').filter({ hasText: 'Registration failed. Please try again.' }),
  ).toBeVisible()
  await expect(page.getByLabel('Handle')).toBeFocused()
  await expect(page.getByLabel('Handle')).toHaveAccessibleDescription('That handle is already taken.')
  await expect(page.getByLabel('Display name')).toHaveValue('Ann of Bath')
  // Another one is a press away.
  await page.getByRole('group', { name: 'Suggestions' }).getByRole('button').first().click()
  await expect(page.getByLabel('Handle')).toHaveValue(`royal_${bob.handle}`)
  await expect(page.getByText('It is free.')).toBeVisible()
})

test('the display name follows the handle until the person writes one', async ({ page }) => {
  await page.goto('/register')
  await page.getByLabel('Handle').fill('duchess_of_suds')
  await expect(page.getByLabel('Display name')).toHaveValue('Duchess of Suds')
  await page.getByLabel('Display name').fill('Suds')
  await page.getByLabel('Handle').fill('duchess_of_foam')
  await expect(page.getByLabel('Display name')).toHaveValue('Suds')
  // On a phone the form is not two screens long.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByText('Attempt 1 of 3')).toBeVisible()
  await expect(page.getByText('It is free.')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(1020)
})

test('somebody logs in and sees home; a wrong password is refused', async ({ page, guest }) => {
  const bob = await guest('Bob')
  await page.goto('/login')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(toast(page)).toContainText('Please fill in all fields')
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Please fill in all fields')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    'This field is empty.',
  )
  await page.getByLabel('Email').fill(`${bob.handle}@people.example`)
  await page.getByLabel('Password', { exact: true }).fill('not-the-password')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(toast(page)).toContainText('Login failed')
  await expect(toast(page)).toContainText('Invalid email or password')
  const alert = page.getByRole('alert').filter({ hasText: 'Login failed. Please try again.' })
  await expect(alert).toContainText('Invalid email or password')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(toast(page)).toContainText('Welcome back!')
  await expect(page).toHaveURL((url) => url.pathname === '/')
  await expect(page.getByRole('link', { name: 'For you' })).toBeVisible()
})

test('a page that requires an account opens after the log-in, and never another site', async ({
  page,
  guest,
}) => {
  const bob = await guest('Bob')
  const logIn = async () => {
    await page.getByLabel('Email').fill(`${bob.handle}@people.example`)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
  }
  for (const path of [
    '/messages',
    '/notifications',
    '/settings',
    '/compose',
    '/activity',
    '/privacy-settings',
    '/profile',
  ]) {
    await page.goto(path)
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`)
  }
  await page.goto('/profile?tab=settings')
  await logIn()
  await expect(page).toHaveURL('/profile?tab=settings')
  // An answer still under way would bring the cookie back: a page of text asks for nothing.
  await page.goto('/robots.txt')
  await page.context().clearCookies()
  await page.goto('/login?next=https://evil.example/')
  await logIn()
  await expect(page).toHaveURL('/')
})

test('Google sign-in without credentials leads back with a clear message', async ({ page }) => {
  await page.goto('/login?error=google')
  await expect(toast(page)).toContainText('Google sign-in is not available here.')
  await expect(page).toHaveURL('/login')
})

test('logging out in one tab logs out in the other with a message', async ({ guest }) => {
  const bob = await guest('Bob')
  const other = await bob.context.newPage()
  await Promise.all([bob.page.goto('/'), other.goto('/messages')])
  await expect(other.getByRole('heading', { name: 'Messages', exact: true })).toBeVisible()
  await bob.page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(bob.page).toHaveURL('/')
  await expect(bob.page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible()
  await expect(other.getByRole('link', { name: 'Get Started' }).first()).toBeVisible()
  await expect(toast(other)).toContainText('You have left the palace')
})

test('logging in in one tab logs in in the other', async ({ guest }) => {
  const bob = await guest('Bob')
  await bob.context.clearCookies()
  const other = await bob.context.newPage()
  await Promise.all([bob.page.goto('/login'), other.goto('/')])
  await expect(other.getByRole('link', { name: 'Get Started' }).first()).toBeVisible()
  await bob.page.getByLabel('Email').fill(`${bob.handle}@people.example`)
  await bob.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await bob.page.keyboard.press('Enter')
  await expect(other.getByRole('heading', { name: 'Home' })).toBeAttached()
})
