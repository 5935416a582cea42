import { logIn } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

// What needs no layout and no second tab is in tests/pages/account.

test('the sign-up is not two screens long on a phone; with large letters no word is broken beside its switch', async ({
  page,
  guest,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/register')
  await page.getByLabel('Handle').fill('duchess_of_foam')
  await expect(page.getByText('Attempt 1 of 3')).toBeVisible()
  await expect(page.getByText('It is free.')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(1020)

  const { page: settings } = await guest('Ann')
  await settings.setViewportSize({ width: 320, height: 640 })
  await settings.goto('/settings?section=notifications')
  const words = settings.getByText('Followers', { exact: true })
  await expect(words).toBeVisible()
  await settings.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
  expect(await words.evaluate((label) => label.getClientRects().length)).toBe(1)
})

test('logging out in one tab logs out in the other with a message, and logging in logs in in both', async ({
  guest,
}) => {
  const bob = await guest('Bob')
  const other = await bob.context.newPage()
  await Promise.all([bob.page.goto('/'), other.goto('/messages')])
  await expect(other.getByRole('heading', { name: 'Messages', exact: true })).toBeVisible()
  await bob.page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(bob.page).toHaveURL('/')
  await expect(bob.page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible()
  await expect(other.getByRole('link', { name: 'Get Started' }).first()).toBeVisible()
  await expect(toast(other)).toContainText('You have left the palace')

  await bob.page.goto('/login')
  await logIn(bob.page, bob)
  await expect(other.getByRole('heading', { name: 'Home' })).toBeAttached()
})
