import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from 'playwright/test'

/** Opens a page and waits until it shows its heading and no skeleton. */
export async function enter(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }), path).toBeAttached()
  await expect(page.locator('.rf-skeleton'), path).toHaveCount(0)
}

/** Rules of axe to leave out. */
interface AxeRules {
  without?: readonly string[]
}

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * Not `page.evaluate`, with which each page would compile axe again; the browser caches a compiled script.
 */
async function loadAxe(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  // The last value is returned, so it must not be axe itself.
  await devtools.send('Runtime.evaluate', { expression: `${AXE}\n;undefined` })
  // It ends with the page: to detach it would take away a virtual authenticator that another one has added.
}

/** What axe finds wrong on the page, one line each. */
export async function complaints(page: Page, rules: AxeRules = {}): Promise<string[]> {
  // Half of a look is to load axe: once a page is enough.
  if (!(await page.evaluate(() => 'axe' in window))) await loadAxe(page)
  return page.evaluate(async ({ without = [] }) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run(document, {
      resultTypes: ['violations'],
      iframes: false,
      // Fetches all style sheets again, for rules that are off.
      preload: false,
      rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    })
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
  }, rules)
}

/** How many px the page can be scrolled sideways; 0 where everything fits. */
export const overhang = (page: Page): Promise<number> =>
  page.evaluate(() =>
    Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
  )

/** What does not fit into a window. */
export interface Misfits {
  readonly overhang: number
  /** With letters twice as large; 0 when nobody has asked. */
  readonly largeOverhang: number
  /** Words of buttons and tabs that are cut into two lines. */
  readonly broken: readonly string[]
}

/** Looks at everything in one step: each step waits for the browser. */
export const misfits = (page: Page, withLargeLetters: boolean): Promise<Misfits> =>
  page.evaluate(async (isLarge) => {
    const root = document.documentElement
    const overhang = () => Math.max(0, root.scrollWidth - root.clientWidth)
    const isBroken = (text: Node, { 0: word, index }: RegExpMatchArray) => {
      const range = document.createRange()
      range.setStart(text, index!)
      range.setEnd(text, index! + word.length)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      // What is only for screen readers is 1 px wide.
      return lines.size > 1 && text.parentElement!.getBoundingClientRect().width > 1
    }
    const brokenIn = (control: Element): string[] => {
      const found: string[] = []
      const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode())
        for (const match of text.textContent!.matchAll(/\p{L}+/gu))
          if (isBroken(text, match)) found.push(match[0])
      return found
    }
    // In the next frame the page hears of the window's size, and after that it has rendered its answer.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    const before = overhang()
    const broken = [...document.querySelectorAll('button, [role="tab"], a.rf-button')]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .flatMap(brokenIn)
    if (!isLarge) return { overhang: before, largeOverhang: 0, broken }
    root.style.fontSize = '200%'
    const largeOverhang = overhang()
    root.style.fontSize = ''
    return { overhang: before, largeOverhang, broken }
  }, withLargeLetters)
