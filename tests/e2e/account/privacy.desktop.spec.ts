import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { createPost } from '#tests/e2e/support/calls.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

const consent = (page: Page, name: string) => page.getByRole('switch', { name, exact: true })

test('somebody consents, exports their data, and deletes the account; others see it disappear', async ({
  guest,
}) => {
  const [lena, bob] = [await guest('Lena'), await guest('Bob')]
  const post = await createPost(lena, 'My last words')
  const other = await lena.context.newPage()
  for (const page of [lena.page, other]) await page.goto('/privacy-settings')

  await consent(lena.page, 'Analytics').click()
  await expect(toast(lena.page).getByText('Settings Updated', { exact: true })).toBeVisible()
  await expect(consent(other, 'Analytics')).toBeChecked()
  await expect(consent(lena.page, 'Marketing')).not.toBeChecked()

  const downloading = lena.page.waitForEvent('download')
  await lena.page.getByRole('button', { name: 'Export My Data' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe(`royal-flush-data-${new Date().toISOString().slice(0, 10)}.json`)
  expect(await readFile(await file.path(), 'utf8')).toContain('My last words')
  await expect(toast(lena.page).getByText('Data Export Complete', { exact: true })).toBeVisible()

  await bob.page.goto(`/p/${post.id}`)
  await expect(bob.page.getByText('My last words')).toBeVisible()
  const first = lena.page.getByRole('button', { name: 'Delete My Account' })
  const last = lena.page.getByRole('button', { name: 'Yes, Delete Forever' })
  const cancel = lena.page.getByRole('button', { name: 'Cancel' })
  await first.press('Enter')
  await expect(cancel).toBeFocused()
  await cancel.press('Enter')
  await expect(first).toBeFocused()
  await first.press('Enter')
  await last.click()
  await expect(toast(lena.page).getByText('Account Deleted', { exact: true })).toBeVisible()
  await expect(lena.page).toHaveURL(/\/$/)
  await expect(lena.page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible()
  await expect(bob.page.getByText('Post not found')).toBeVisible()
})

test('a switch is disabled until its state is known, and a click while it is saved changes nothing', async ({
  guest,
}) => {
  const { page } = await guest('Lena')
  const held = Promise.withResolvers<void>()
  const writes: unknown[] = []
  await page.route('**/api/user/privacy-settings', async (route) => {
    if (route.request().method() === 'PUT') writes.push(route.request().postDataJSON())
    await held.promise
    await route.continue()
  })
  await page.goto('/privacy-settings')
  const receipts = consent(page, 'Read receipts')
  await expect(receipts).toBeDisabled()
  await receipts.click({ force: true })
  held.resolve()
  await expect(receipts).toBeChecked()
  expect(writes).toEqual([])

  const saving = Promise.withResolvers<void>()
  await page.route('**/api/user/privacy-settings', async (route) => {
    await saving.promise
    await route.fallback()
  })
  await receipts.click()
  await receipts.click()
  await expect(receipts).not.toBeChecked()
  saving.resolve()
  await expect(toast(page).getByText('Settings Updated', { exact: true })).toBeVisible()
  await expect(receipts).not.toBeChecked()
  expect(writes).toEqual([{ readReceipts: false }])
})
