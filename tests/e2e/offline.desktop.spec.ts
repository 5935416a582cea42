import type { Page } from 'playwright/test'
import { isKept } from './support/shell-worker.ts'
import { expect, test } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

/** The page has begun to keep this person's messages, in an idle moment after its start. */
const keepsMessages = (page: Page) =>
  page.waitForFunction(() => localStorage.getItem('royal-flush:kept-account') !== null)

test('without a network the page says so, keeps the draft, recovers by itself, and caches nothing private', async ({
  guest,
}) => {
  const bob = await guest('Bob')
  const { page, context } = bob
  await page.goto('/')
  await page.getByRole('textbox', { name: 'What have you been brewing?' }).fill('Half a thought, unfinished')
  await isKept(page)
  await keepsMessages(page)

  await context.setOffline(true)
  await page.goto('/notifications', { waitUntil: 'load' }).catch(() => undefined)
  await expect(page.getByRole('heading', { level: 1, name: "You're offline" })).toBeVisible()
  await expect(page.getByText('What you typed is kept in this browser')).toBeVisible()
  await expect(page).toHaveURL('/notifications')
  await expect(page.getByRole('link', { name: 'Read your messages' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('status')).toContainText('Still no water.')

  const kept = await page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return all.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept).toContain('/offline.html')
  expect(kept.filter((path) => !path.startsWith('/assets/')).sort()).toEqual([
    '/favicon.svg',
    '/first.js',
    '/offline.html',
    '/shell.html',
  ])

  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  await page.goto('/')
  await expect(page.getByText('Half a thought, unfinished')).toBeVisible()
})
