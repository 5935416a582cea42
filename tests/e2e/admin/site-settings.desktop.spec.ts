import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { startInternet, type Internet } from '#tests/support/internet.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { grantAdmin } from '#tests/e2e/support/grant-admin.ts'
import { createPost } from '#tests/e2e/support/calls.ts'
import type { Guest } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

// A server of its own, because its spam protection would queue the posts of other tests.
let server: ServerProcess
let internet: Internet
test.beforeAll(async () => {
  internet = await startInternet()
  server = await startServerProcess({ LOG_LEVEL: 'warn', ...internet.settings })
})
test.afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await internet[Symbol.asyncDispose]()
})

const HELD = 'A moderator has to read this first. It will appear when they let it through.'
/** The first one is a page of the stand-in for the internet. */
const linksOf = ({ handle }: Guest, name: string) =>
  `Have a look: http://one.test/page?title=One https://one.example https://two.example https://three.example/${handle}/${name}`

/** Posts what the guards hold. */
async function writeLinks(who: Guest, name: string): Promise<void> {
  await who.page.goto('/')
  const field = who.page.getByPlaceholder('Top Crap Talk 💩')
  await field.fill(linksOf(who, name))
  await who.page.getByRole('button', { name: 'Flush it 💩' }).click()
  await expect(toast(who.page).getByText(HELD)).toBeVisible()
  await expect(field).toHaveValue('')
}

test('only its author sees a queued post, until it is published, rejected or withdrawn', async ({
  guest,
}) => {
  const [queen, bob, cat] = [
    await guest('Queen', server.url),
    await guest('Bob', server.url),
    await guest('Cat', server.url),
  ]
  await grantAdmin(queen.handle, server.dataDir)
  await expect.poll(async () => (await queen.page.request.get('/api/admin/stats')).status()).toBe(200)
  const asQueen = (method: 'POST' | 'DELETE', path: string) =>
    queen.context.request.fetch(`/api${path}`, { method, headers: { 'sec-fetch-site': 'same-origin' } })
  await asQueen('POST', '/admin/anti-asshole/enable')
  const said = await createPost(cat, 'Who has links for me?')
  await cat.page.goto(`/u/${bob.handle}`)

  await writeLinks(bob, 'seen')
  const waiting = (page: Page) =>
    page.getByRole('list', { name: 'Waiting for the guards' }).getByRole('listitem')
  await expect(waiting(bob.page)).toContainText(linksOf(bob, 'seen'))
  await expect(bob.page.getByRole('article').filter({ hasText: 'three.example' })).toHaveCount(0)
  await bob.page.reload()
  await expect(waiting(bob.page), 'after a reload').toContainText(linksOf(bob, 'seen'))
  await cat.page.reload()
  await expect(cat.page.getByText('No posts yet.')).toBeVisible()
  await expect(waiting(cat.page)).toHaveCount(0)
  const [held] = (await (await queen.context.request.get('/api/admin/held')).json()) as { id: string }[]
  await asQueen('POST', `/admin/held/${held!.id}/release`)
  await expect(waiting(bob.page)).toHaveCount(0)
  await expect(
    bob.page.getByRole('article').filter({ hasText: 'three.example' }),
    'live at home',
  ).toBeVisible()
  await bob.page.goto('/notifications')
  await expect(bob.page.getByText('The guards let your post through.')).toBeVisible()

  await bob.page.goto(`/p/${said.id}`)
  await bob.page.getByPlaceholder('Leave your mark').fill(linksOf(bob, 'comment'))
  await bob.page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(waiting(bob.page)).toContainText('Your comment')
  await cat.page.goto(`/p/${said.id}`)
  await expect(cat.page.getByText('No comments yet. The seat is still warm.')).toBeVisible()
  await bob.page.goto(`/u/${bob.handle}`)
  await waiting(bob.page).getByRole('button', { name: 'Withdraw' }).click()
  await expect(waiting(bob.page)).toHaveCount(0)
  await asQueen('POST', '/admin/anti-asshole/disable')
})

test('an admin turns the protection on, sees queued posts live, publishes one, and exports the data', async ({
  guest,
}) => {
  const [queen, bob] = [await guest('Queen', server.url), await guest('Bob', server.url)]
  await grantAdmin(queen.handle, server.dataDir)
  await expect.poll(async () => (await queen.page.request.get('/api/admin/stats')).status()).toBe(200)
  const { page } = queen
  await page.goto('/admin?tab=settings')
  await page.getByRole('button', { name: 'Refresh SEO Metadata' }).click()
  await expect(page.getByText(/addresses in the sitemap/)).toBeVisible()
  // There is one toast at a time, and this one would come over the next.
  await expect(toast(page).getByText('SEO Refreshed', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Enable Protection' }).click()
  await expect(toast(page).getByText('Anti-Asshole Updated', { exact: true })).toBeVisible()
  const row = page.getByRole('listitem').filter({ hasText: bob.handle })
  await writeLinks(bob, 'released')
  await expect(row.getByText('Held', { exact: true })).toBeVisible()
  // The card that the post would have.
  await expect(row.getByRole('link', { name: 'one.test One' })).toBeVisible()
  await row.getByRole('button', { name: 'Release' }).click()
  await expect(row).toHaveCount(0)
  await bob.page.goto(`/u/${bob.handle}`)
  await expect(bob.page.getByText(`three.example/${bob.handle}/released`)).toBeVisible()
  await page.getByRole('button', { name: 'Disable Protection' }).click()
  await expect(page.getByRole('button', { name: 'Enable Protection' })).toBeEnabled()

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export User Data' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^royal-flush-users-\d{4}-\d\d-\d\d\.csv$/)
  expect(await readFile(await file.path(), 'utf8')).toContain(bob.handle)
})
