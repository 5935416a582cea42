import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright/test'
import { complaints } from '#tests/e2e/support/look.ts'
import { solvePuzzle } from '#tests/e2e/support/puzzle.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

/** Logs in at the provider, and consents. */
async function signInThere(page: Page, login: string): Promise<void> {
  await page.locator('input[name=login]').fill(login)
  await page.locator('input[name=password]').fill('anything')
  await page.locator('[type=submit]').click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('a visitor who cancels at Google is back with a message; one who consents picks a handle and is signed in, and the next time returns to their page at once', async ({
  page,
  context,
}) => {
  const handle = `ann_${randomBytes(4).toString('hex')}`
  const email = `${handle}@people.example`
  await page.goto('/login')
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(toast(page)).toContainText('You cancelled the log-in with Google.')
  await expect(page).toHaveURL('/login')
  await page.goto('/register')
  await page.getByRole('link', { name: 'Sign up with Google' }).click()
  await signInThere(page, email)
  await expect(page).toHaveURL('/register/google')
  await expect(page.getByText(`Google says you are ${email}.`)).toBeVisible()
  await expect(page.getByLabel('Handle')).toHaveValue(handle)
  await expect(page.getByLabel('Email')).toHaveCount(0)
  expect(await complaints(page)).toEqual([])
  await page.getByLabel('Display name').press('Enter')
  await expect(toast(page)).toContainText('Please fill in all required fields')
  await page.getByLabel('Birth year').fill(String(new Date().getFullYear() - 12))
  await solvePuzzle(page)
  await page.getByLabel('I accept the Terms of Service').check()
  await page.getByLabel('I accept the Privacy Policy').check()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(toast(page)).toContainText('You must be at least 13 years old to use this platform')
  await page.getByLabel('Birth year').fill('1990')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL('/profile')
  await expect(toast(page)).toContainText('Welcome to Royal Flush')
  await expect(page.getByText(`@${handle}`).first()).toBeVisible()

  // A pending response would set the cookie again. A static page sends no requests.
  await page.goto('/robots.txt')
  await context.clearCookies({ name: 'sid' })
  await page.goto('/settings')
  await expect(page).toHaveURL('/login?next=%2Fsettings')
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await expect(page).toHaveURL('/settings')
  await expect(toast(page)).toContainText('Welcome back!')
  await expect(page.getByText(email)).toBeVisible()
  await page.getByRole('link', { name: 'Security' }).click()
  await page.getByRole('button', { name: 'Unlink' }).click()
  await expect(toast(page)).toContainText('Set a password first. Without one you could not log in any more.')
})
