import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

/** The page has taken the first HTML's place: buttons and keys do what they say, and what is found stays. */
export const isAlive = (page: Page): Promise<void> => expect(page.locator('html'), page.url()).not.toHaveAttribute('data-waking')

/** Goes to a room and waits until it is alive and furnished: its heading stands and nothing is a skeleton any more. */
export async function enter(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await isAlive(page)
  await expect(page.getByRole('heading', { level: 1 }), path).toBeAttached()
  await expect(page.locator('.rf-skeleton'), path).toHaveCount(0)
}

/** What axe finds wrong on the page, one line each; by these rules alone where some are named. */
export async function complaints(page: Page, ...rules: string[]): Promise<string[]> {
  // One frame, and nobody reads what is right: four times faster than the default.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await (rules.length > 0 ? axe.withRules(rules) : axe).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** The rules of axe that a theme can break. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** How many px the page can be scrolled sideways; 0 where everything fits. */
export const overhang = (page: Page): Promise<number> => page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth))
