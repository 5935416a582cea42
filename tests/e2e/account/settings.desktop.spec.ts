import type { Guest } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

let ann: Guest

test.beforeEach(async ({ guest }) => {
  ann = await guest('Ann')
})

test('the profile is saved, the account is shown, and Back leads back', async () => {
  const { page } = ann
  await page.goto('/')
  await page.goto('/settings')
  await expect(page.getByLabel('Handle')).toHaveValue(ann.handle)
  await expect(page.getByLabel('Handle')).not.toBeEditable()
  await expect(page.getByText(`${ann.handle}@people.example`)).toBeVisible()
  await expect(page.getByText('Account created')).toBeVisible()
  await page.getByLabel('Display name').fill('')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Display name is required')).toBeVisible()
  await page.getByLabel('Display name').fill('Ann the Second')
  await page.getByLabel('Bio').fill('Reigns twice.')
  await expect(page.getByText('13/160')).toBeVisible()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page)).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Ann the Second' })).toBeVisible()
})

test('on a small phone with large letters no word is broken beside its switch', async () => {
  const { page } = ann
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/settings?section=notifications')
  const words = page.getByText('Followers', { exact: true })
  await expect(words).toBeVisible()
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
  expect(await words.evaluate((label) => label.getClientRects().length)).toBe(1)
})

test('Log Out leads to the landing page', async () => {
  const { page } = ann
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible()
})

test('visitors are led to the log-in and back', async ({ page }) => {
  for (const path of ['/settings', '/compose', '/activity']) {
    await page.goto(path)
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`)
  }
})
