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

/** Words of buttons and tabs that are cut into two lines. */
export const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    for (const control of document.querySelectorAll('button, [role="tab"], a.rf-button')) {
      if (!control.checkVisibility({ visibilityProperty: true })) continue
      const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode())
        for (const { 0: word, index } of text.textContent!.matchAll(/\p{L}+/gu)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
          // What is only for screen readers is 1 px wide.
          if (lines.size > 1 && text.parentElement!.getBoundingClientRect().width > 1) found.push(word)
        }
    }
    return found
  })
