import type { Page } from 'playwright/test'
import { befriend, card } from './support/calls.ts'
import { attach, photo } from './support/media-files.ts'
import { expect, test } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

/** The worker has cached the shell and controls this page. */
const isKept = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.ready))

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

test('with a full disk pages load, also those that were not open before, and what is written is sent', async ({
  guest,
}) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  await befriend(ann, bob)
  const { page, context } = ann
  await page.goto('/')
  await isKept(page)
  const disk = await context.newCDPSession(page)
  const { origin } = new URL(page.url())
  await disk.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
  const isFull = page.evaluate(async () => {
    const cache = await caches.open('test:disk')
    await cache.put('/test', new Response('x'.repeat(1000)))
  })
  await expect(isFull).rejects.toThrow('Quota')
  const broken: string[] = []
  page.on('requestfailed', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/assets/')) broken.push(pathname)
  })

  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await page.getByRole('link', { name: 'Kept for later' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Kept for later' })).toBeVisible()

  await page.goto('/')
  await page.getByRole('textbox', { name: 'What have you been brewing?' }).fill('No room for this draft')
  await attach(page, await photo())
  await page.getByRole('button', { name: 'Flush it' }).click()
  await expect(card(page, 'No room for this draft').locator('img[src^="/api/media"]').first()).toBeVisible()

  await page.goto(`/messages?user=${bob.id}`)
  await page.getByPlaceholder('Write a message').fill('From a full disk')
  await page.keyboard.press('Enter')
  await bob.page.goto('/messages')
  await expect(bob.page.getByRole('complementary', { name: 'Conversations' })).toContainText(
    'From a full disk',
  )
  expect(broken).toEqual([])
})
