import { readFile } from 'node:fs/promises'
import { expect, test } from 'playwright/test'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { grantAdmin } from './support/grant-admin.ts'
import { guest } from './support/people.ts'
import { toast } from './support/toasts.ts'

// A server whose protection may be on: others write quickly where the other tests are.
let server: ServerProcess
test.beforeAll(async () => {
  server = await startServerProcess({ LOG_LEVEL: 'warn' })
})
test.afterAll(() => server[Symbol.asyncDispose]())

test('an admin turns the protection on, sees what it holds as it happens, lets it through, and takes the data along', async ({ browser }) => {
  const [queen, bob] = [await guest(browser, server.url, 'Queen'), await guest(browser, server.url, 'Bob')]
  await grantAdmin(queen.handle, server.dataDir)
  await expect.poll(async () => (await queen.page.request.get('/api/admin/stats')).status()).toBe(200)
  const { page } = queen
  await page.goto('/admin?tab=settings')
  await page.getByRole('button', { name: 'Refresh SEO Metadata' }).click()
  await expect(page.getByText(/addresses in the sitemap/)).toBeVisible()

  await page.getByRole('button', { name: 'Enable Protection' }).click()
  await expect(toast(page).getByText('Anti-Asshole Updated', { exact: true })).toBeVisible()
  const text = `https://one.example https://two.example https://three.example/${bob.handle}`
  await bob.page.goto('/')
  await bob.page.getByPlaceholder('Top Crap Talk 💩').fill(text)
  await bob.page.getByRole('button', { name: 'Flush it 💩' }).click()
  await expect(toast(bob.page).getByText('The guards want to look at this first. It will appear once they let it through.')).toBeVisible()
  const row = page.getByRole('listitem').filter({ hasText: bob.handle })
  await expect(row.getByText('Held', { exact: true })).toBeVisible()
  await row.getByRole('button', { name: 'Release' }).click()
  await expect(row).toHaveCount(0)
  await bob.page.goto(`/u/${bob.handle}`)
  await expect(bob.page.getByText(`three.example/${bob.handle}`)).toBeVisible()
  await page.getByRole('button', { name: 'Disable Protection' }).click()
  await expect(page.getByRole('button', { name: 'Enable Protection' })).toBeEnabled()

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export User Data' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^royal-flush-users-\d{4}-\d\d-\d\d\.csv$/)
  expect(await readFile(await file.path(), 'utf8')).toContain(bob.handle)
  for (const { context } of [queen, bob]) await context.close()
})
