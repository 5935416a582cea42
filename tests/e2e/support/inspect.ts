import { expect, type Page } from 'playwright/test'
import { complaints, misfits } from './look.ts'

const THEMES = ['light', 'dark'] as const
type Theme = (typeof THEMES)[number]
export type Size = { width: number; height: number }

export const DESKTOP: Size = { width: 1280, height: 800 }
export const PHONE: Size = { width: 390, height: 844 }
/** A desktop at 200 % zoom. */
const ZOOMED: Size = { ...DESKTOP, width: 640 }
const NARROWEST: Size = { ...PHONE, width: 320 }

/** Whether each state is looked at in both themes at all sizes (`npm run test:all`), and not in one combination. */
const isEveryCombination = process.env['EVERY_COMBINATION'] === '1'

/**
 * What axe finds on this page, what is wider than the window, and what words of buttons are broken: at one of these
 * sizes, and in the narrowest window. With letters twice as large: what is wider. `index` picks the size and the theme,
 * each in turn. That the colours of both themes have enough contrast is proven by the test of the tokens.
 * The page has the first of the sizes before and after. Its motion is reduced (world.ts).
 */
export async function violationsOfPage(page: Page, sizes: readonly Size[], index: number): Promise<string[]> {
  const found: string[] = []
  const pick = <T>(all: readonly T[], at: number) => (isEveryCombination ? all : [all[at % all.length]!])
  for (const size of pick(sizes, index)) {
    await page.setViewportSize(size)
    for (const theme of pick(THEMES, Math.floor(index / sizes.length)))
      found.push(...(await violationsAt(page, size, theme)))
    found.push(...(await misfitsAt(page, size, true)))
  }
  for (const size of isEveryCombination ? [ZOOMED, NARROWEST] : [NARROWEST]) {
    await page.setViewportSize(size)
    found.push(...(await misfitsAt(page, size, false)))
  }
  await page.setViewportSize(sizes[0]!)
  return found
}

async function violationsAt(page: Page, size: Size, theme: Theme): Promise<string[]> {
  const lines = await inTheme(page, theme, () => complaints(page))
  return lines.map((line) => `${theme} at ${size.width} px: ${line}`)
}

/** The page is light before and after. */
async function inTheme<T>(page: Page, theme: Theme, work: () => Promise<T>): Promise<T> {
  if (theme === 'light') return work()
  await page.emulateMedia({ colorScheme: theme })
  const result = await work()
  await page.emulateMedia({ colorScheme: 'light' })
  return result
}

async function misfitsAt(page: Page, { width }: Size, withLargeLetters: boolean): Promise<string[]> {
  const { overhang, largeOverhang, broken } = await misfits(page, withLargeLetters)
  const tooWide = (px: number, how: string) => (px > 0 ? [`${px} px too wide at ${width} px${how}`] : [])
  return [
    ...tooWide(overhang, ''),
    ...broken.map((word) => `'${word}' is broken at ${width} px`),
    ...tooWide(largeOverhang, ' with letters twice as large'),
  ]
}

/** What axe finds in an open menu or dialog, in the themes in turn. */
export async function violationsOfOverlay(
  page: Page,
  role: 'menu' | 'dialog' | 'alertdialog',
  index: number,
): Promise<string[]> {
  const found: string[] = []
  await expect(page.getByRole(role)).toBeVisible()
  for (const [which, theme] of THEMES.entries()) {
    if (!isEveryCombination && index % THEMES.length !== which) continue
    // Axe's landmark rule knows dialogs, but not menus in a portal.
    const lines = await inTheme(page, theme, () => complaints(page, { without: ['region'] }))
    found.push(...lines.map((line) => `${role}, ${theme}: ${line}`))
  }
  return found
}
