import { PASSWORD } from '#tests/support/http-client.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

test('on a phone the sign-up is not two screens long', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/register')
  await page.getByLabel('Handle').fill('duchess_of_foam')
  await expect(page.getByText('Attempt 1 of 3')).toBeVisible()
  await expect(page.getByText('It is free.')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(1020)
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
