import { expect, type Page } from 'playwright/test'
import { brokenWords, COLOURS, complaints, overhang } from './look.ts'

type Theme = 'light' | 'dark'
export type Size = { width: number; height: number }

export const DESKTOP: Size = { width: 1280, height: 800 }
export const PHONE: Size = { width: 390, height: 844 }
/** A desktop at 200 % zoom, and the narrowest window. */
const NARROW: readonly Size[] = [
  { ...DESKTOP, width: 640 },
  { ...PHONE, width: 320 },
]

/**
 * What axe finds on this page in both themes at these sizes, what is wider than the window, and what words of
 * buttons are broken: at these sizes and narrower ones. With letters twice as large: what is wider. The page has the first of the sizes before and
 * after.
 */
export async function violationsOfPage(page: Page, sizes: readonly Size[]): Promise<string[]> {
  const found: string[] = []
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const [at, size] of sizes.entries()) {
    await page.setViewportSize(size)
    found.push(...(await violationsAt(page, size, at % 2 === 0 ? 'light' : 'dark')))
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

/** All rules in one theme, and only the colour rules in the other. */
async function violationsAt(page: Page, size: Size, first: Theme): Promise<string[]> {
  const second = first === 'light' ? 'dark' : 'light'
  await page.emulateMedia({ colorScheme: first })
  const lines = (await complaints(page)).map((line) => `${first} at ${size.width} px: ${line}`)
  await page.emulateMedia({ colorScheme: second })
  return [
    ...lines,
    ...(await complaints(page, COLOURS)).map((line) => `${second} at ${size.width} px: ${line}`),
  ]
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

/** What axe finds in both themes in an open menu or dialog. */
export async function violationsOfOverlay(
  page: Page,
  role: 'menu' | 'dialog' | 'alertdialog',
): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(page.getByRole(role)).toBeVisible()
  // Axe's landmark rule knows dialogs, but not menus in a portal.
  const light = await complaints(page, { without: ['region'] })
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await complaints(page, COLOURS)
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light, ...dark].map((line) => `${role}: ${line}`)
}
