import { befriend, card } from './support/calls.ts'
import { attach, photo } from './support/media-files.ts'
import { expect, test } from './support/test.ts'
import { isKept } from './support/shell-worker.ts'

test.use({ serviceWorkers: 'allow' })

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
