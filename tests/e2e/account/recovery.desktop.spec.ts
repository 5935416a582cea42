import { PASSWORD } from '#tests/support/http-client.ts'
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

test('somebody who is signed in can reset the password too, and sees that it worked', async ({ guest }) => {
  const { page, handle } = await guest('Bob')
  const email = `${handle}@people.example`
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await page.goto(`/reset-password?token=${tokenIn(await nthMail(dataDir(), email))}`)
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByLabel('Confirm password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByRole('heading', { name: 'Password Reset Successful' })).toBeVisible()
})

test('the reset form shows errors at their fields, and can show both passwords', async ({ page }) => {
  await page.goto('/reset-password?token=lost')
  const [password, confirm] = [page.getByLabel('New password'), page.getByLabel('Confirm password')]
  const send = () => page.getByRole('button', { name: 'Reset Password' }).click()
  await password.fill('short')
  await confirm.fill('short')
  await send()
  await expect(page.getByText('Password must be at least 8 characters long')).toBeVisible()
  await expect(password).toHaveAccessibleDescription('Password must be at least 8 characters long')
  await password.fill(NEW_PASSWORD)
  await confirm.fill(PASSWORD)
  await send()
  await expect(confirm).toHaveAccessibleDescription("Passwords don't match")
  await expect(password).toHaveAttribute('type', 'password')
  const show = page.getByRole('button', { name: 'Show password' })
  await show.first().click()
  await show.click()
  for (const field of [password, confirm]) await expect(field).toHaveAttribute('type', 'text')
  await confirm.fill(NEW_PASSWORD)
  await send()
  await expect(page.getByText('Invalid reset token', { exact: true })).toBeVisible()
  await expect(page.getByText('Error', { exact: true })).toBeVisible()
})

test('without a token there is no form but a link to request a new one', async ({ page }) => {
  await page.goto('/reset-password')
  await expect(page.getByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible()
  await page.getByRole('link', { name: 'Request New Reset Link' }).click()
  await expect(page).toHaveURL('/forgot-password')
})

test('a forgotten username is sent by mail', async ({ page, guest }) => {
  const cleo = await guest('Cleo')
  const email = `${cleo.handle}@people.example`
  await page.goto('/forgot-password')
  await page.getByRole('link', { name: 'Forgot username?' }).click()
  await expect(page).toHaveURL('/forgot-username')
  await expect(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login')
  await expect(page.getByRole('link', { name: 'Reset password' })).toHaveAttribute('href', '/forgot-password')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send username' }).click()
  await expect(
    page.getByText('If an account with that email exists, a username recovery email has been sent'),
  ).toBeVisible()
  expect((await nthMail(dataDir(), email)).text).toContain(`@${cleo.handle}`)
})

for (const path of ['/forgot-password', '/forgot-username']) {
  test(`${path} refuses what is no address, and says so when it could not be sent`, async ({ page }) => {
    await page.goto(path)
    const email = page.getByLabel('Email')
    await email.fill('no address')
    await page.getByRole('button', { name: /^Send/ }).click()
    await expect(email).toHaveAccessibleDescription('Please enter a valid email address.')
    await page.route('**/api/auth/forgot-*', (route) =>
      route.fulfill({
        status: 429,
        contentType: 'text/plain',
        body: 'Too many requests. Please try again in 7 seconds.',
      }),
    )
    await email.fill('ann@people.example')
    await page.getByRole('button', { name: /^Send/ }).click()
    await expect(
      page.getByText('Too many requests. Please try again in 7 seconds.', { exact: true }),
    ).toBeVisible()
  })
}
