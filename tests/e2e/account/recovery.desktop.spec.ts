import { nthMail, tokenIn } from '#tests/support/mail.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const dataDir = () => process.env['E2E_DATA_DIR']!
const NEW_PASSWORD = 'a-second-throne-entirely'

test('a forgotten password is replaced by mail, and signs in', async ({ page, guest }) => {
  const ann = await guest('Ann')
  const email = `${ann.handle}@people.example`
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  // The log-in, which has a field of that name too, stays until the next page is loaded.
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeFocused()
  await expect(
    page.getByText('If an account with that email exists, a password reset link has been sent'),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', '/login')

  await ann.page.goto('/notifications')
  await page.goto(`/reset-password?token=${tokenIn(await nthMail(dataDir(), email))}`)
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByLabel('Confirm password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByRole('heading', { name: 'Password Reset Successful' })).toBeFocused()
  // Signed in elsewhere until now: told, and outside.
  await expect(ann.page.getByText('Your password was changed', { exact: true })).toBeVisible()

  await page.getByRole('link', { name: 'Sign In Now' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByText('Welcome back!', { exact: true })).toBeVisible()
})
