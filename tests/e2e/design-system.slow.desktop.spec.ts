import type { Page } from 'playwright/test'
import { recordShifts, shiftSoFar } from './support/layout-shift.ts'
import { complaints, enter } from './support/look.ts'
import { hasShortcuts } from './support/prepare-pages.ts'
import { showcase, type Showcase } from './support/showcase.ts'
import { expect, test } from './support/test.ts'

let house: Showcase

test.beforeAll(async () => {
  house = await showcase()
})
test.afterAll(async () => {
  await house[Symbol.asyncDispose]()
})

/** Opens the page that shows every primitive; collects what the Content-Security-Policy refused. */
const open = async (page: Page): Promise<string[]> => {
  const refused: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text())
  })
  await page.goto(house.url)
  await expect(page.getByRole('heading', { name: 'The palace fittings' })).toBeVisible()
  return refused
}

test('every primitive is accessible and fits, in both themes, on a desktop and a narrow phone', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page)
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1280, 320]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      const where = `${colorScheme}, ${width} px`
      expect(await complaints(page), where).toEqual([])
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        where,
      ).toBeLessThanOrEqual(0)
    }
  // Nothing moves with reduced motion.
  await page.getByRole('button', { name: 'flush', exact: true }).click()
  const durations = await page.evaluate(() =>
    document.getAnimations().map((one) => Number(one.effect?.getComputedTiming().duration)),
  )
  expect(durations.filter((duration) => duration > 1)).toEqual([])
})

test('a menu opens, moves by arrow keys and gives focus back', async ({ page }) => {
  const refused = await open(page)
  const trigger = page.getByRole('button', { name: 'More', exact: true })
  await trigger.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  // Axe's landmark rule knows dialogs, but not menus in a portal.
  expect(await complaints(page, { without: ['region'] })).toEqual([])
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(trigger).toBeFocused()
  expect(refused).toEqual([])
})

test('a dialog traps the focus, stops scrolling behind it, and restores both', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 500 })
  const refused = await open(page)
  // Hidden from assistive technology while the dialog is open, and looked at all the same.
  const trigger = page.getByRole('button', { name: 'Dialog', exact: true, includeHidden: true })
  await trigger.scrollIntoViewIfNeeded()
  const before = await trigger.boundingBox()
  await trigger.click()
  const dialog = page.getByRole('dialog', { name: 'Issue Royal Decree' })
  await expect(dialog.getByLabel('Royal content')).toBeFocused()
  expect(await complaints(page)).toEqual([])
  await page.mouse.wheel(0, 400)
  expect((await trigger.boundingBox())?.y).toBe(before?.y)
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('Tab')
  expect(await dialog.evaluate((node) => node.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(trigger).toBeFocused()
  expect(refused).toEqual([])
})

test('a page moves neither with a scroll bar nor without one when a dialog opens', async ({
  playwright,
  launchOptions,
  baseURL,
}) => {
  // Playwright hides scroll bars; here they are the point.
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    ignoreDefaultArgs: ['--hide-scrollbars'],
  })
  const page = await browser.newPage()
  await open(page)
  const trigger = page.getByRole('button', { name: 'Dialog', exact: true, includeHidden: true })
  await trigger.scrollIntoViewIfNeeded()
  const before = await trigger.boundingBox()
  await trigger.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await trigger.boundingBox()).toEqual(before)

  const tall = await browser.newPage({ baseURL: baseURL!, viewport: { width: 1280, height: 3_000 } })
  await enter(tall, '/search')
  await hasShortcuts(tall)
  const main = tall.getByRole('main')
  const place = await main.boundingBox()
  await tall.keyboard.press('?')
  await expect(tall.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  expect(await tall.locator('main').boundingBox()).toEqual(place)
  await browser.close()
})

test('a confirmation starts on Cancel, also from a menu, and the focus returns to the menu', async ({
  page,
}) => {
  await open(page)
  const trigger = page.getByRole('button', { name: 'More', exact: true })
  await trigger.click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  expect(await complaints(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(trigger).toBeFocused()
})

test('one toast is visible at a time, F8 goes to it, and it leaves after 5 s', async ({ page }) => {
  await page.clock.install()
  const refused = await open(page)
  const toasts = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
  await page.getByRole('button', { name: 'Toast', exact: true }).click()
  await expect(toasts).toHaveText([/Post created!/])
  await page.getByRole('button', { name: 'Failed toast' }).click()
  await expect(toasts).toHaveText([/Failed to send message/])
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: /Notifications/ }).getByRole('list')).toBeFocused()
  // It stays while it has the focus, however long this takes.
  expect(await complaints(page)).toEqual([])
  await page.keyboard.press('Shift+Tab')
  // From here only the test moves the clock: real time on a busy machine would count as well.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
  await expect(toasts).toHaveCount(0)
  await page.getByRole('button', { name: 'Toast', exact: true }).click()
  await page.mouse.move(0, 0)
  await expect(toasts).toHaveCount(1)
  await page.clock.runFor(4_900)
  await expect(toasts).toHaveCount(1)
  await page.clock.runFor(200)
  await expect(toasts).toHaveCount(0)
  expect(refused).toEqual([])
})

test('a tooltip waits 700 ms, its neighbour does not wait again', async ({ page }) => {
  await page.clock.install()
  await open(page)
  await page.clock.runFor(6_000)
  const share = page.getByRole('button', { name: 'Share', exact: true })
  await share.scrollIntoViewIfNeeded()
  await expect(async () => {
    await page.mouse.move(0, 0)
    // So long that a second try is none right after a neighbour.
    await page.clock.runFor(1_000)
    await share.hover()
    await page.clock.runFor(600)
    await expect(page.locator('.rf-tooltip')).toHaveCount(0, { timeout: 100 })
    await page.clock.runFor(150)
    await expect(page.locator('.rf-tooltip')).toHaveText('Share', { timeout: 500 })
  }).toPass()
  await page.getByRole('button', { name: 'Like' }).hover()
  await page.clock.runFor(50)
  await expect(page.locator('.rf-tooltip')).toHaveText('Like')
  await page.keyboard.press('Escape')
  await expect(page.locator('.rf-tooltip')).toHaveCount(0)
})

test('a chosen theme applies before the first paint, and in every tab', async ({ page, context }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await open(page)
  const ground = (target: Page) =>
    target.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const porcelain = await ground(page)
  await page.getByRole('radio', { name: 'Midnight' }).check({ force: true })
  await expect.poll(() => ground(page)).not.toBe(porcelain)
  const midnight = await ground(page)

  const other = await context.newPage()
  await other.emulateMedia({ colorScheme: 'light' })
  // No script but the theme's own: what is seen now is the first paint.
  await other.route(/assets\/.*\.js$/, (route) => route.abort())
  await other.goto(house.url, { waitUntil: 'load' })
  expect(await ground(other)).toBe(midnight)
  await other.unroute(/assets\/.*\.js$/)
  await other.reload()
  await expect(other.getByRole('radio', { name: 'Midnight' })).toBeChecked()
  await page.getByRole('radio', { name: 'System' }).check({ force: true })
  await expect.poll(() => ground(other)).toBe(porcelain)
})

test('the web fonts replace the fallback fonts without a layout shift', async ({ page }) => {
  await recordShifts(page)
  const { promise: shown, resolve: show } = Promise.withResolvers<void>()
  await page.route(/\.woff2$/, async (route) => {
    await shown
    await route.continue()
  })
  await page.goto(house.url, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'The palace fittings' })).toBeVisible()
  expect(await page.evaluate(() => document.fonts.check('600 48px "Fraunces Variable"'))).toBe(false)
  show()
  await expect
    .poll(() => page.evaluate(() => document.fonts.check('600 48px "Fraunces Variable"')))
    .toBe(true)
  expect(await shiftSoFar(page)).toBeLessThan(0.02)
})
