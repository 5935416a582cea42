import type { Page } from 'playwright/test'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { grantAdmin } from '#tests/e2e/support/grant-admin.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

// A server of its own, because every page of the others' tests would show the announcement.
let server: ServerProcess
test.beforeAll(async () => {
  server = await startServerProcess({ LOG_LEVEL: 'warn' })
})
test.afterAll(() => server[Symbol.asyncDispose]())

const TEXT = 'The pipes are flushed on Sunday.'
const banner = (page: Page) => page.getByRole('region', { name: 'Announcement', exact: true }).locator('p')
const whereIs = async (page: Page) => (await page.getByRole('heading', { level: 1 }).boundingBox())!.y

// What is pushed, and the form of the admins: tests/pages/admin/announcement.test.ts.
test('the announcement is in the HTML, so that nothing moves, and who has closed it does not see it again', async ({
  guest,
}) => {
  const queen = await guest('Queen', server.url)
  await grantAdmin(queen, server.dataDir)
  const { page, context } = queen
  await context.request.put('/api/admin/announcement', {
    data: { text: TEXT },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  await page.goto('/terms', { waitUntil: 'commit' })
  await expect(banner(page)).toHaveText(TEXT)
  const atFirst = await whereIs(page)
  await expect(page.locator('html')).not.toHaveAttribute('data-hydrating')
  expect(await whereIs(page)).toBe(atFirst)

  await page.getByRole('button', { name: 'Close the announcement' }).click()
  await expect(banner(page)).toHaveCount(0)
  const connected = page.waitForEvent('websocket')
  await page.goto('/cookies')
  await connected
  expect(await banner(page).count()).toBe(0)
})
