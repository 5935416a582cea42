import { expect, test, type Page } from 'playwright/test'
import { COLOURS, complaints, enter, overhang } from './support/look.ts'
import { grantAdmin } from './support/grant-admin.ts'
import { guest } from './support/people.ts'
import { adminRooms, furnish, personRooms, visitorRooms, type World } from './support/rooms.ts'

// Every room of the house, in both themes, on a desktop and as narrow as a phone, in one visit. A real phone differs by touch.
test.describe.configure({ mode: 'parallel' })

const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }
/** The rooms whose look depends on touch. */
const touchRooms = ({ bob }: World): string[] => ['/compose', `/messages?user=${bob.id}`]
const isPhone = () => test.info().project.name === 'phone'

let world: World

test.beforeAll(async ({ browser, baseURL, viewport }) => {
  const [ann, bob] = [await guest(browser, baseURL!, 'Ann'), await guest(browser, baseURL!, 'Bob')]
  world = await furnish(ann, bob)
  await ann.page.setViewportSize(viewport!)
})
test.afterAll(async () => {
  await world.ann.context.close()
  await world.bob.context.close()
})

test('a visitor can use every room there is', async ({ page }) => {
  test.skip(isPhone(), 'no room of theirs depends on touch')
  await inspect(page, visitorRooms(world))
})

test('somebody who is signed in can use every room there is', async () => {
  await inspect(world.ann.page, isPhone() ? touchRooms(world) : personRooms(world))
})

test('who wears the crown can use every room there is', async ({ browser, baseURL }) => {
  test.skip(isPhone(), 'no room of theirs depends on touch')
  const queen = await guest(browser, baseURL!, 'Queen')
  await grantAdmin(queen.handle)
  await expect.poll(async () => (await queen.page.request.get('/api/admin/stats')).status()).toBe(200)
  await world.ann.context.request.post('/api/reports', { data: { targetType: 'post', targetId: world.post.id, reason: 'spam' }, headers: { 'sec-fetch-site': 'same-origin' } })
  await inspect(queen.page, [...adminRooms])
  await enter(queen.page, '/admin?tab=reports')
  await queen.page.getByRole('button', { name: /^Look at/ }).first().click()
  await expect(queen.page.getByRole('dialog').getByRole('button', { name: 'Decide' })).toBeVisible()
  expect(await complaints(queen.page, { without: ['region'] })).toEqual([])
  await queen.context.close()
})

test('what opens can be used as well: menus, dialogs, questions', async () => {
  test.slow()
  const { page } = world.ann
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  const button = (name: string) => () => page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().click()
  const entry = (menu: string, name: string | RegExp) => async () => {
    await button(menu)()
    await page.getByRole('menuitem', { name }).click()
  }
  const mine = `/p/${world.mine.id}`
  const openings: [path: string, open: () => Promise<void>, role: 'menu' | 'dialog' | 'alertdialog'][] = [
    [mine, button('Post options'), 'menu'],
    [mine, button('Share'), 'menu'],
    [mine, entry('Post options', 'Edit'), 'dialog'],
    [mine, entry('Post options', 'Delete'), 'alertdialog'],
    [`/p/${world.post.id}`, entry('Post options', /^Report/), 'dialog'],
    ['/', () => page.keyboard.press('?'), 'dialog'],
  ]
  const found: string[] = []
  for (const [path, open, role] of openings) {
    await page.emulateMedia({ colorScheme: 'light' })
    await enter(page, path)
    await open()
    await expect(page.getByRole(role)).toBeVisible()
    // Axe's landmark rule knows dialogs, but not menus in a portal.
    const light = await complaints(page, { without: ['region'] })
    await page.emulateMedia({ colorScheme: 'dark' })
    found.push(...[...light, ...(await complaints(page, COLOURS))].map((line) => `${role} at ${path}: ${line}`))
  }
  expect(found).toEqual([])
})

test('no door of the house leads to a room that is not one of these', async () => {
  const { page } = world.ann
  await enter(page, '/')
  // A phone keeps some of its doors in the header's menu.
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  if (await menu.isVisible()) await menu.click()
  const known = new Set([...visitorRooms(world), ...personRooms(world)].map((path) => path.split('?')[0]))
  const doors = await page.locator('a[href^="/"]').evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
  expect(doors).toContain('/blog')
  expect(doors.filter((path) => !known.has(path) && !/^\/[pu]\//.test(path))).toEqual([])
})

/** Walks through the rooms and expects no complaint of axe and nothing that hangs over. */
async function inspect(page: Page, paths: string[]): Promise<void> {
  test.slow()
  const found: Record<string, string[]> = {}
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const path of paths) {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize(isPhone() ? PHONE : DESKTOP)
    await enter(page, path)
    if (path !== '/nowhere') await expect(page.getByRole('heading', { level: 1 }), path).not.toHaveText(/404|burst/)
    const bad = [...(isPhone() ? [] : await lookAt(page, 'light', 'dark', DESKTOP)), ...(await lookAt(page, 'dark', 'light', PHONE)), ...(await hangingOver(page))]
    if (bad.length > 0) found[path] = bad
  }
  expect(found).toEqual({})
}

type Theme = 'light' | 'dark'

/** All rules in one theme, and in the other those that a theme can break. */
async function lookAt(page: Page, whole: Theme, other: Theme, size: typeof PHONE): Promise<string[]> {
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme: whole })
  const lines = (await complaints(page)).map((line) => `${whole} at ${size.width} px: ${line}`)
  await page.emulateMedia({ colorScheme: other })
  return [...lines, ...(await complaints(page, COLOURS)).map((line) => `${other} at ${size.width} px: ${line}`)]
}

/** At 200 % zoom of a desktop (640 px), at the narrowest, and with letters twice as large. */
async function hangingOver(page: Page): Promise<string[]> {
  const found: string[] = []
  const look = async (size: typeof PHONE, how: string) => {
    await page.setViewportSize(size)
    const px = await overhang(page)
    if (px > 0) found.push(`hangs ${px} px over at ${how}`)
  }
  const sizes = [PHONE, ...(isPhone() ? [] : [DESKTOP])]
  for (const size of [{ ...DESKTOP, width: 640 }, { ...PHONE, width: 320 }, ...sizes]) await look(size, `${size.width} px`)
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
  for (const size of sizes) await look(size, `${size.width} px with letters twice as large`)
  return found
}
