import { readFile } from 'node:fs/promises'
import { expect, test } from 'playwright/test'
import { PASSWORD } from '#tests/support/http-client.ts'
import { growOld } from './support/age-sessions.ts'
import { complaints } from './support/look.ts'
import { guest } from './support/people.ts'
import { toast } from './support/toasts.ts'

test('who has been inside for a while proves who they are, and what they wanted goes on by itself', async ({ browser, baseURL }) => {
  const ann = await guest(browser, baseURL!, 'Ann')
  await growOld(ann)
  const { page } = ann
  await page.goto('/privacy-settings')
  const dialog = page.getByRole('dialog', { name: 'Prove it is you' })
  await page.getByRole('button', { name: 'Export My Data' }).click()
  await expect(dialog.getByLabel('Current password')).toBeFocused()
  expect(await complaints(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(toast(page)).toContainText('Export Failed')

  await page.getByRole('link', { name: 'Export as pages with pictures' }).click()
  await dialog.getByLabel('Current password').fill('not-the-password')
  await dialog.getByRole('button', { name: 'It is me' }).click()
  await expect(dialog.getByText('That is not your current password.')).toBeVisible()
  await dialog.getByLabel('Current password').fill(PASSWORD)
  const pages = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'It is me' }).click()
  expect((await pages).suggestedFilename()).toMatch(/^royal-flush-data-.*\.zip$/)
  await expect(dialog).toBeHidden()

  const data = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export My Data' }).click()
  expect(await readFile(await (await data).path(), 'utf8')).toContain(ann.handle)
  await ann.context.close()
})
