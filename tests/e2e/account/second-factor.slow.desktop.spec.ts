import { readFile } from 'node:fs/promises'
import { PASSWORD } from '#tests/support/http-client.ts'
import { beginOldLogin } from '#tests/e2e/support/old-login.ts'
import { createPost } from '#tests/e2e/support/calls.ts'
import { complaints } from '#tests/e2e/support/look.ts'
import type { Guest } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'
import { addVirtualAuthenticator } from '#tests/e2e/support/virtual-authenticator.ts'

test('an old session has to prove its identity, and the downloads then continue by themselves', async ({
  guest,
}) => {
  const ann = await guest('Ann')
  await createPost(ann, 'My last words')
  await beginOldLogin(ann)
  const { page } = ann
  await page.goto('/privacy-settings')
  const dialog = page.getByRole('dialog', { name: 'Prove it is you' })
  await page.getByRole('button', { name: 'Export My Data' }).click()
  await expect(dialog.getByLabel('Current password')).toBeFocused()
  expect(await complaints(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(toast(page)).toContainText('Export Failed')

  await page.getByRole('link', { name: 'Export as pages with pictures' }).click()
  await dialog.getByLabel('Current password').fill(PASSWORD)
  const pages = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'It is me' }).click()
  expect((await pages).suggestedFilename()).toMatch(/^royal-flush-data-.*\.zip$/)
  await expect(dialog).toBeHidden()

  const data = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export My Data' }).click()
  const file = await data
  expect(file.suggestedFilename()).toBe(`royal-flush-data-${new Date().toISOString().slice(0, 10)}.json`)
  const text = await readFile(await file.path(), 'utf8')
  for (const words of [ann.handle, 'My last words']) expect(text).toContain(words)
  await expect(toast(page).getByText('Data Export Complete', { exact: true })).toBeVisible()
})

/** The same server by a host name, because passkeys cannot belong to an IP address. */
const named = (baseURL: string) => baseURL.replace('127.0.0.1', 'localhost')

const logOut = async ({ context }: Guest, baseURL: string) => {
  await context.request.post(`${named(baseURL)}/api/auth/logout`, {
    headers: { 'sec-fetch-site': 'same-origin' },
  })
}

test('a passkey is made in the settings, logs in alone, is a second step, and proves identity', async ({
  baseURL,
  guest,
}) => {
  const bob = await guest('Bob', named(baseURL!))
  const { page } = bob
  await addVirtualAuthenticator(bob.page)
  await page.goto('/settings?section=security')
  const card = page.locator('section', { hasText: 'Second lock' })
  await card.getByRole('button', { name: 'Set up app' }).click()
  await expect(card.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  expect(await complaints(page)).toEqual([])
  await card.getByRole('button', { name: 'Cancel' }).click()
  await card.getByRole('button', { name: 'Add passkey' }).click()
  await card.getByLabel('Name of the passkey').fill('My throne')
  await card.getByRole('button', { name: 'Make passkey' }).click()
  await expect(card.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  await expect(card.getByRole('listitem').filter({ hasText: /^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/ })).toHaveCount(
    10,
  )
  expect(await complaints(page)).toEqual([])
  const code = await card.getByRole('listitem').first().innerText()
  await card.getByRole('button', { name: 'I have saved them' }).click()
  await expect(card.getByText('My throne')).toBeVisible()
  await expect(card.getByText('10 left')).toBeVisible()

  await logOut(bob, baseURL!)
  await page.goto('/login?next=%2Fprivacy-settings')
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await expect(page).toHaveURL('/privacy-settings')

  await logOut(bob, baseURL!)
  await page.goto('/login?next=%2Fsettings%3Fsection%3Dsecurity')
  await page.getByLabel('Email').fill(`${bob.handle}@people.example`)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'One more lock' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
  expect(await complaints(page)).toEqual([])
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL('/settings?section=security')

  await logOut(bob, baseURL!)
  await page.goto('/robots.txt')
  await beginOldLogin(bob, { code, url: named(baseURL!) })
  await page.goto('/settings?section=security')
  await card.getByRole('button', { name: 'Remove passkey: My throne' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Prove it with a passkey' }).click()
  await expect(card.getByText('My throne')).toBeHidden()
})
