import { expect, test, type Page } from 'playwright/test'
import { follow } from './support/drops.ts'
import { complaints, overhang } from './support/look.ts'
import { guest, type Guest } from './support/people.ts'

let bob: Guest

test.beforeEach(async ({ browser, baseURL }) => {
  bob = await guest(browser, baseURL!, 'Bob')
})
test.afterEach(() => bob.context.close())

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768

test('visitors stand before the landing page, with all it has to say', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveTitle('Royal Flush')
  await expect(page.getByRole('heading', { level: 1, name: 'Post it. Roast it. Share it.' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Full Story' })).toHaveAttribute('href', '/founders')
  for (const title of ['Unfiltered posts', 'Raw media', 'Direct messages', 'Real-time notifications', 'Discovery', 'Relevant ads']) {
    await expect(page.getByRole('heading', { level: 3, name: title })).toBeVisible()
  }
  await expect(page.locator('figure')).toHaveCount(3)
  const footer = page.getByRole('contentinfo')
  for (const path of ['/terms', '/privacy', '/guidelines', '/cookies', '/disclaimer', '/founders']) await expect(footer.locator(`a[href="${path}"]`)).toBeVisible()
  await expect(footer.locator('a[href^="mailto:"]')).toHaveCount(4)
  await page.getByRole('link', { name: 'Get Started' }).first().click()
  await expect(page).toHaveURL('/register')
  await page.goto('/')
  await page.getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/login')
})

test('while nobody knows who is here, the page says that it is loading', async ({ page }) => {
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/auth/me', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/')
  await expect(page.getByText('Loading Royal Flush…')).toBeVisible()
  answer()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('no door of the house leads nowhere', async () => {
  const { page } = bob
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  const doors = await page.locator('a[href^="/"]').evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
  expect(doors).toContain('/blog')
  for (const path of new Set([...doors, '/privacy-settings', '/disclaimer', '/cookies'])) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeAttached()
    await expect(page.getByRole('heading', { level: 1 }), path).not.toHaveText(/404|burst/)
  }
})

test('any other path is not found', async ({ page }) => {
  await page.goto('/no/such/room')
  await expect(page.getByRole('heading', { level: 1, name: '404 Page Not Found' })).toBeVisible()
  await expect(page).toHaveTitle('404 Page Not Found - Royal Flush')
})

test('shared links lead on to where the thing is', async ({ page }) => {
  await page.goto(`/profile/${bob.handle}`)
  await expect(page).toHaveURL(`/u/${bob.handle}`)
  await page.goto('/post/0123456789abcdef01234567')
  await expect(page).toHaveURL('/p/0123456789abcdef01234567')
})

test('every door of the house is where it belongs', async () => {
  const { page } = bob
  await page.goto('/')
  if (isPhone(page)) {
    const bar = page.getByRole('navigation', { name: 'Quick' })
    await expect(bar.getByRole('link')).toHaveText(['Home', 'Search', 'Post', 'Alerts', 'Profile'])
    await expect(bar.getByRole('link', { name: 'Post' })).toHaveAttribute('href', '/compose')
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('menuitem', { name: 'Royal Blog' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible()
    return
  }
  const doors = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(doors).toHaveText(['Home', 'Activity', 'Messages', 'Royal Blog', 'Profile', 'Settings'])
  await expect(page.getByRole('link', { name: 'Post', exact: true })).toHaveAttribute('href', '/activity')
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
})

test('what waits is counted on the doors, as it arrives', async ({ browser, baseURL }) => {
  const ann = await guest(browser, baseURL!, 'Ann')
  await bob.page.goto('/profile')
  const door = isPhone(bob.page) ? bob.page.getByRole('link', { name: /Alerts/ }) : bob.page.getByRole('link', { name: /Activity/ })
  await expect(bob.page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(door).not.toContainText('unread')
  await follow(ann, bob)
  await expect(door).toContainText('1 unread notifications')
  await ann.context.close()
})

test('focus and title follow from page to page, and back returns to where one was', async () => {
  const { page } = bob
  await page.goto('/profile')
  await expect(page).toHaveTitle(`Bob (@${bob.handle}) - Royal Flush`)
  await page.getByRole('link', { name: isPhone(page) ? 'Alerts' : 'Messages', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Bob' })).toBeFocused()
})

test('a page whose code does not arrive says so, and the house around it stands', async () => {
  const { page } = bob
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Home' })).toBeAttached()
  await page.route('**/assets/ProfilePage-*.js', (route) => route.abort())
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'A pipe has burst on this page.' })).toBeVisible()
  await page.unroute('**/assets/ProfilePage-*.js')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Bob' })).toBeVisible()
})

test('every change of route is reported, the path alone', async () => {
  const { page } = bob
  const sent: string[] = []
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))))
  const views = () => sent.flatMap((frame) => /\["page",(\{.*?\})\]/.exec(frame)?.[1] ?? []).map((json) => (JSON.parse(json) as { path: string }).path)
  await page.goto('/profile?tab=settings')
  await expect.poll(views).toEqual(['/profile'])
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect.poll(views).toEqual(['/profile', '/'])
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every screen can be used by everybody: ${colorScheme}`, async ({ page }) => {
    for (const who of [page, bob.page]) await who.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const found: Record<string, string[]> = {}
    const look = async (who: Page, path: string) => {
      await who.goto(path)
      await expect(who.getByRole('heading', { level: 1 })).toBeAttached()
      const bad = await complaints(who)
      if (bad.length > 0) found[path] = bad
    }
    for (const path of ['/', '/login', '/register', '/nowhere', `/u/${bob.handle}`]) await look(page, path)
    for (const path of ['/', '/profile', '/profile?tab=settings', '/settings', '/u/nobody_at_all']) await look(bob.page, path)
    expect(found).toEqual({})
  })
}

test('nothing hangs over the edge at 320 px', async ({ page }) => {
  for (const [who, paths] of [[page, ['/', '/login', '/register', '/nowhere']], [bob.page, ['/', '/profile', '/profile?tab=settings', '/settings']]] as const) {
    await who.setViewportSize({ width: 320, height: 640 })
    for (const path of paths) {
      await who.goto(path)
      await expect(who.getByRole('heading', { level: 1 })).toBeAttached()
      expect(await overhang(who), path).toBe(0)
    }
  }
})
