import { expect, test, type Page } from 'playwright/test'
import { COLOURS, complaints, enter, overhang } from './look.ts'
import { personRooms, visitorRooms, type World } from './rooms.ts'

type Theme = 'light' | 'dark'
type Size = { width: number; height: number }

export const DESKTOP: Size = { width: 1280, height: 800 }
export const PHONE: Size = { width: 390, height: 844 }
/** 200 % zoom of a desktop, and the narrowest there is. */
const NARROW: readonly Size[] = [
  { ...DESKTOP, width: 640 },
  { ...PHONE, width: 320 },
]

/**
 * Walks through the rooms, one visit each, and expects no complaint of axe in both themes and nothing that
 * hangs over, at these sizes.
 */
export async function inspect(page: Page, paths: readonly string[], sizes: readonly Size[]): Promise<void> {
  test.slow()
  const found: Record<string, string[]> = {}
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const path of paths) {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize(sizes[0]!)
    await enter(page, path)
    if (path !== '/nowhere')
      await expect(page.getByRole('heading', { level: 1 }), path).not.toHaveText(/404|burst/)
    const bad: string[] = []
    for (const [at, size] of sizes.entries())
      bad.push(...(await lookAt(page, size, at % 2 === 0 ? 'light' : 'dark')))
    bad.push(...(await hangingOver(page, sizes)))
    if (bad.length > 0) found[path] = bad
  }
  expect(found).toEqual({})
}

/** All rules in one theme, and in the other those that a theme can break. */
async function lookAt(page: Page, size: Size, whole: Theme): Promise<string[]> {
  const other = whole === 'light' ? 'dark' : 'light'
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme: whole })
  const lines = (await complaints(page)).map((line) => `${whole} at ${size.width} px: ${line}`)
  await page.emulateMedia({ colorScheme: other })
  return [
    ...lines,
    ...(await complaints(page, COLOURS)).map((line) => `${other} at ${size.width} px: ${line}`),
  ]
}

/** At these sizes, narrower, and with letters twice as large. */
async function hangingOver(page: Page, sizes: readonly Size[]): Promise<string[]> {
  const found: string[] = []
  const look = async (size: Size, how: string) => {
    await page.setViewportSize(size)
    const px = await overhang(page)
    if (px > 0) found.push(`hangs ${px} px over at ${how}`)
  }
  for (const size of [...NARROW, ...sizes]) await look(size, `${size.width} px`)
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
  for (const size of sizes) await look(size, `${size.width} px with letters twice as large`)
  return found
}

/** Opens menus, dialogs and questions, and expects no complaint of axe in both themes. */
export async function inspectOverlays({ ann: { page }, mine, post }: World): Promise<void> {
  test.slow()
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  const button = (name: string) => () =>
    page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().click()
  const entry = (menu: string, name: string | RegExp) => async () => {
    await button(menu)()
    await page.getByRole('menuitem', { name }).click()
  }
  const openings: [path: string, open: () => Promise<void>, role: 'menu' | 'dialog' | 'alertdialog'][] = [
    [`/p/${mine.id}`, button('Post options'), 'menu'],
    [`/p/${mine.id}`, button('Share'), 'menu'],
    [`/p/${mine.id}`, entry('Post options', 'Edit'), 'dialog'],
    [`/p/${mine.id}`, entry('Post options', 'Delete'), 'alertdialog'],
    [`/p/${post.id}`, entry('Post options', /^Report/), 'dialog'],
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
    found.push(
      ...[...light, ...(await complaints(page, COLOURS))].map((line) => `${role} at ${path}: ${line}`),
    )
  }
  expect(found).toEqual([])
}

/** Expects that each link of the shell leads to a room that is inspected. */
export async function expectKnownDoors(world: World): Promise<void> {
  const { page } = world.ann
  await enter(page, '/')
  // A phone keeps some of its doors in the header's menu.
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  if (await menu.isVisible()) await menu.click()
  const known = new Set([...visitorRooms(world), ...personRooms(world)].map((path) => path.split('?')[0]))
  const doors = await page
    .locator('a[href^="/"]')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
  expect(doors).toContain('/blog')
  expect(doors.filter((path) => !known.has(path) && !/^\/[pu]\//.test(path))).toEqual([])
}
