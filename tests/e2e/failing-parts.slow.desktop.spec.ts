import type { ProfileView } from '#contract/people.ts'
import { card, createPost } from './support/calls.ts'
import { logIn } from './support/people.ts'
import { expect, test } from './support/test.ts'
import { toast } from './support/toasts.ts'

const burst = { level: 1, name: 'A pipe has burst on this page.' } as const

test('[L64] the frame of the pages does not load at the log-in: the page says so, and Retry helps', async ({
  guest,
  openContext,
}) => {
  const ann = await guest('Ann')
  const page = await (await openContext()).newPage()
  await page.route('**/assets/shell-routes-*.js', (route) => route.abort())
  await page.goto('/login')
  await logIn(page, ann)
  await expect(page.getByRole('heading', burst)).toBeVisible()
  await page.unroute('**/assets/shell-routes-*.js')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('textbox', { name: 'What have you been brewing?' })).toBeVisible()
})

test('[L64] a hover card that fails takes nothing else with it', async ({ guest }) => {
  const [{ page }, bob] = [await guest('Ann'), await guest('Bob')]
  const text = `Rest the mouse on ${bob.handle}`
  await createPost(bob, text)
  await page.route(`**/api/users/${bob.handle}`, async (route) => {
    const response = await route.fetch()
    const { _count, ...unexpected } = (await response.json()) as ProfileView
    expect(_count).toBeDefined()
    await route.fulfill({ response, json: unexpected })
  })
  await page.goto('/')
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  // As a person does: where nothing opens, the mouse comes once more.
  await expect(async () => {
    await page.mouse.move(0, 0)
    await card(page, text).getByRole('link', { name: 'Bob' }).first().hover()
    await expect.poll(() => errors.length, { timeout: 3_000 }).toBeGreaterThan(0)
  }).toPass({ timeout: 60_000 })
  await expect(card(page, text)).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

test('[L64] a menu whose script fails once says so, and opens at the next press', async ({ guest }) => {
  const { page, ...ann } = await guest('Ann')
  const text = `Menu of ${ann.handle}`
  await createPost({ page, ...ann }, text)
  await page.goto('/')
  await page.route('**/assets/PostMenuItems-*.js', (route) => route.abort())
  const options = card(page, text).getByRole('button', { name: 'Post options' })
  await options.click()
  await expect(toast(page)).toContainText('That did not load.')
  await expect(toast(page).getByRole('button', { name: 'Reload' })).toBeVisible()
  await page.unroute('**/assets/PostMenuItems-*.js')
  await options.click()
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible()
})

test('[L63] the first script does not load: the page is loaded again, once', async ({ page }) => {
  let refused = 0
  await page.route('**/assets/index-*.js', async (route) => {
    refused += 1
    await route.fulfill({ status: 404, body: '' })
  })
  const loads: string[] = []
  page.on('load', () => loads.push(page.url()))
  await page.goto('/terms', { waitUntil: 'load' })
  await expect.poll(() => loads.length).toBe(2)
  await expect.poll(() => refused).toBeGreaterThanOrEqual(4)
  await page.unroute('**/assets/index-*.js')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(loads).toHaveLength(3)
})
