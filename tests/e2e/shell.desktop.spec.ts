import type { Page } from 'playwright/test'
import { follow, keepsUnread } from './support/calls.ts'
import { overhang } from './support/look.ts'
import type { Guest } from './support/people.ts'
import { expect, test } from './support/test.ts'
import { withoutContent } from '#tests/scenes/acts.ts'

let bob: Guest

test.beforeEach(async ({ guest }) => {
  bob = await guest('Bob')
})

test('visitors see the landing page with all its texts', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveTitle('Royal Flush')
  await expect(page.getByRole('heading', { level: 1, name: 'Post it. Roast it. Share it.' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Full Story' })).toHaveAttribute('href', '/founders')
  for (const title of [
    'Unfiltered posts',
    'Raw media',
    'Direct messages',
    'Real-time notifications',
    'Discovery',
    'Relevant ads',
  ]) {
    await expect(page.getByRole('heading', { level: 3, name: title })).toBeVisible()
  }
  await expect(page.locator('figure')).toHaveCount(3)
  const footer = page.getByRole('contentinfo')
  for (const path of ['/terms', '/privacy', '/guidelines', '/cookies', '/disclaimer', '/founders'])
    await expect(footer.locator(`a[href="${path}"]`)).toBeVisible()
  await expect(footer.locator('a[href^="mailto:"]')).toHaveCount(4)
  await page.getByRole('link', { name: 'Get Started' }).first().click()
  await expect(page).toHaveURL('/register')
  await page.goto('/')
  await page.getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/login')
})

test('the page says that it is loading until the session is known', async () => {
  const { page } = bob
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await withoutContent(page, {})
  await page.route('**/api/auth/me', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/notifications')
  await expect(page.getByText('Loading Royal Flush…')).toBeVisible()
  answer()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('shared links redirect to the post or profile', async ({ page }) => {
  await page.goto(`/profile/${bob.handle}`)
  await expect(page).toHaveURL(`/u/${bob.handle}`)
  await page.goto('/post/0123456789abcdef01234567')
  await expect(page).toHaveURL('/p/0123456789abcdef01234567')
})

test('the navigation shows unread counts live', async ({ guest }) => {
  const ann = await guest('Ann')
  await keepsUnread(bob)
  await bob.page.goto('/profile')
  const door = bob.page.getByRole('link', { name: /Activity/ })
  const icon = bob.page.locator('link[rel="icon"][type="image/svg+xml"]')
  await expect(bob.page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(door).not.toContainText('unread')
  await follow(ann, bob)
  await expect(door).toContainText('1 unread notification')
  // The browser's tab says it too, on every page, until it is read.
  await expect(bob.page).toHaveTitle(`(1) Bob (@${bob.handle}) - Royal Flush`)
  await expect(icon).toHaveAttribute('href', '/favicon-unread.svg')
  expect((await bob.page.request.get('/favicon-unread.svg')).headers()['content-type']).toContain('image/svg')
  await bob.page.getByRole('link', { name: 'Settings', exact: true }).first().click()
  await expect(bob.page).toHaveTitle('(1) Settings - Royal Flush')
  await bob.page.goto('/notifications')
  await bob.page.getByRole('button', { name: 'Select All' }).click()
  await bob.page.getByRole('button', { name: 'Mark 1 as read' }).click()
  await expect(bob.page).toHaveTitle('Notifications - Royal Flush')
  await expect(icon).toHaveAttribute('href', '/favicon.svg')
})

test('a page opened by its address begins at its top; reloaded it keeps its position', async ({ page }) => {
  const scroll = () => page.evaluate(() => scrollY)
  await page.goto('/terms')
  await page.evaluate(() => scrollTo(0, 900))
  await expect.poll(scroll).toBe(900)
  await page.reload()
  await expect.poll(scroll).toBe(900)
  await page.goto('/guidelines')
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  await page.goto('/terms')
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
})

test('the navigation leads to each page, focus and title follow, and Back returns; a page whose code does not load says so', async () => {
  const { page } = bob
  const sent: string[] = []
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))))
  /** Every change of route is reported, by its path only. */
  const views = () =>
    sent
      .flatMap((frame) => /\["page",(\{.*?\})\]/.exec(frame)?.[1] ?? [])
      .map((json) => (JSON.parse(json) as { path: string }).path)
  await page.goto('/?tab=following')
  await expect.poll(views).toEqual(['/'])
  const doors = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(doors).toHaveText([
    'Home',
    'Activity',
    'Messages',
    'Kept for later',
    'Royal Blog',
    'Profile',
    'Settings',
  ])
  await expect(page.getByRole('link', { name: 'Post', exact: true })).toHaveAttribute(
    'href',
    '/activity?tab=compose',
  )
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  await keepsColumns(page)

  await page.route('**/assets/ProfilePage-*.js', (route) => route.abort())
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'A pipe has burst on this page.' })).toBeVisible()
  await expect.poll(views).toEqual(['/', '/profile'])
  // The layout around it stays.
  await expect(doors).toHaveCount(7)
  await page.unroute('**/assets/ProfilePage-*.js')
  await page.getByRole('button', { name: 'Retry' }).click()
  const name = page.getByRole('heading', { level: 1, name: 'Bob' })
  await expect(name).toBeVisible()
  await expect(page).toHaveTitle(`Bob (@${bob.handle}) - Royal Flush`)
  await page.getByRole('link', { name: 'Messages', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeFocused()
  await page.goBack()
  await expect(name).toBeFocused()
})

/** The column stays as wide as a post from a tablet to a desktop, with the right column from 1000 px. */
async function keepsColumns(page: Page): Promise<void> {
  const column = page.getByRole('main')
  const right = page.getByRole('complementary', { name: 'Search and advertisements' })
  for (const [width, columnWidth, hasRight] of [
    [768, 640, false],
    [999, 640, false],
    [1000, 600, true],
    [1199, 600, true],
    [1200, 600, true],
    [1280, 600, true],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect(right).toBeVisible({ visible: hasRight })
    await expect.poll(async () => (await column.boundingBox())?.width).toBe(columnWidth)
    expect(await overhang(page), `${width} px`).toBe(0)
  }
}
