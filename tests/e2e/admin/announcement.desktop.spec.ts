import type { Page } from 'playwright/test'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { grantAdmin } from '#tests/e2e/support/grant-admin.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

// A server of its own, because every page of the others' tests would show the announcement.
let server: ServerProcess
test.beforeAll(async () => {
  server = await startServerProcess({ LOG_LEVEL: 'warn' })
})
test.afterAll(() => server[Symbol.asyncDispose]())

const banner = (page: Page) => page.getByRole('region', { name: 'Announcement', exact: true }).locator('p')
const whereIs = async (page: Page) => (await page.getByRole('heading', { level: 1 }).boundingBox())!.y

test('a visitor sees the announcement appear, change and vanish, and can close it', async ({
  guest,
  openContext,
}) => {
  const queen = await guest('Queen', server.url)
  await grantAdmin(queen.handle, server.dataDir)
  await expect.poll(async () => (await queen.page.request.get('/api/admin/stats')).status()).toBe(200)
  const page = await (await openContext(server.url)).newPage()
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const connected = page.waitForEvent('websocket')
  await page.goto('/terms')
  await connected
  expect(await banner(page).count()).toBe(0)

  const save = async (text: string) => {
    await queen.page.getByLabel('Text on every page').fill(text)
    await queen.page.getByRole('button', { name: 'Save Announcement' }).click()
    await expect(banner(queen.page)).toHaveText(text)
  }
  await queen.page.goto('/admin?tab=settings')
  await save('The pipes are flushed on Sunday: https://status.example/pipes')
  await expect(toast(queen.page).getByText('Announcement Saved')).toBeVisible()
  await expect(banner(page)).toHaveText('The pipes are flushed on Sunday: https://status.example/pipes')
  await expect(banner(page).getByRole('link')).toHaveAttribute('href', 'https://status.example/pipes')
  expect(
    requests.filter((url) => url.includes('/api/announcement')),
    'pushed, never asked for',
  ).toEqual([])
  await save('The pipes are flushed on Monday.')
  await expect(banner(page), 'a change').toHaveText('The pipes are flushed on Monday.')

  await test.step('it is in the HTML, so that nothing moves', async () => {
    await page.reload({ waitUntil: 'commit' })
    await expect(banner(page)).toBeVisible()
    const atFirst = await whereIs(page)
    await expect(page.locator('html')).not.toHaveAttribute('data-hydrating')
    expect(await whereIs(page)).toBe(atFirst)
  })

  await test.step('who has closed it does not see it again', async () => {
    await page.getByRole('button', { name: 'Close the announcement' }).click()
    await expect(banner(page)).toHaveCount(0)
    const again = page.waitForEvent('websocket')
    await page.goto('/cookies')
    await again
    await expect(page.locator('html')).not.toHaveAttribute('data-hydrating')
    expect(await banner(page).count()).toBe(0)
    await expect(banner(queen.page), 'only in that browser').toBeVisible()
  })

  await save('The pipes are flushed on Tuesday.')
  await expect(banner(page), 'a changed text comes back').toHaveText('The pipes are flushed on Tuesday.')
  await queen.page.getByRole('button', { name: 'Remove Announcement' }).click()
  await expect(banner(page)).toHaveCount(0)
  await expect(banner(queen.page)).toHaveCount(0)
})
