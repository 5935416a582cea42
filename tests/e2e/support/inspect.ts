import { expect, type Page } from 'playwright/test'
import { brokenWords, complaints, overhang } from './look.ts'

const THEMES = ['light', 'dark'] as const
type Theme = (typeof THEMES)[number]
export type Size = { width: number; height: number }

export const DESKTOP: Size = { width: 1280, height: 800 }
export const PHONE: Size = { width: 390, height: 844 }
/** A desktop at 200 % zoom, and the narrowest window. */
const NARROW: readonly Size[] = [
  { ...DESKTOP, width: 640 },
  { ...PHONE, width: 320 },
]

/** Whether axe looks at each state in both themes at all sizes (`npm run test:all`), and not at one combination. */
const isEveryCombination = process.env['EVERY_COMBINATION'] === '1'

/**
 * What axe finds on this page, what is wider than the window, and what words of buttons are broken: at these sizes
 * and narrower ones. With letters twice as large: what is wider. Axe runs once, for the sizes and themes in turn:
 * `index` picks them. That the colours of both themes have enough contrast is proven by the test of the tokens.
 * The page has the first of the sizes before and after.
 */
export async function violationsOfPage(page: Page, sizes: readonly Size[], index: number): Promise<string[]> {
  const found: string[] = []
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const [at, size] of sizes.entries()) {
    await page.setViewportSize(size)
    for (const [which, theme] of THEMES.entries())
      if (isEveryCombination || index % (sizes.length * THEMES.length) === which * sizes.length + at)
        found.push(...(await violationsAt(page, size, theme)))
    found.push(...(await tooNarrow(page, size)), ...(await tooWideWithLargeLetters(page, size)))
  }
  for (const size of NARROW) {
    await page.setViewportSize(size)
    found.push(...(await tooNarrow(page, size)))
  }
  await page.setViewportSize(sizes[0]!)
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}

async function violationsAt(page: Page, size: Size, theme: Theme): Promise<string[]> {
  await page.emulateMedia({ colorScheme: theme })
  return (await complaints(page)).map((line) => `${theme} at ${size.width} px: ${line}`)
}

async function tooWide(page: Page, { width }: Size, how = ''): Promise<string[]> {
  const px = await overhang(page)
  return px > 0 ? [`${px} px too wide at ${width} px${how}`] : []
}

/** What is wider than the window, and words of buttons that are broken. */
async function tooNarrow(page: Page, size: Size): Promise<string[]> {
  const broken = await brokenWords(page)
  return [...(await tooWide(page, size)), ...broken.map((word) => `'${word}' is broken at ${size.width} px`)]
}

async function tooWideWithLargeLetters(page: Page, size: Size): Promise<string[]> {
  const setLetters = (letters: string) =>
    page.evaluate((value) => void (document.documentElement.style.fontSize = value), letters)
  await setLetters('200%')
  const found = await tooWide(page, size, ' with letters twice as large')
  await setLetters('')
  return found
}

/** What axe finds in an open menu or dialog, in the themes in turn. */
export async function violationsOfOverlay(
  page: Page,
  role: 'menu' | 'dialog' | 'alertdialog',
  index: number,
): Promise<string[]> {
  const found: string[] = []
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(page.getByRole(role)).toBeVisible()
  for (const [which, theme] of THEMES.entries()) {
    if (!isEveryCombination && index % THEMES.length !== which) continue
    await page.emulateMedia({ colorScheme: theme })
    // Axe's landmark rule knows dialogs, but not menus in a portal.
    const lines = await complaints(page, { without: ['region'] })
    found.push(...lines.map((line) => `${role}, ${theme}: ${line}`))
  }
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}
