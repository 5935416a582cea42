import { chromium, type Browser, type Locator, type Page } from 'playwright'
import type { Bench } from '#bench/support/bench.ts'
import type { Result } from '#bench/support/report.ts'
import { withSeededSite, type SeededSite } from '#bench/support/seeded-site.ts'
import { openPhone, slowDown, SLOWDOWN } from '#bench/support/slow-phone.ts'
import { spreadOf } from '#bench/support/stats.ts'
import { hydrated } from '#tests/e2e/support/prepare-pages.ts'
import { CHROMIUM_FLAGS } from '#tests/support/chromium.ts'

/** Interactions of one kind in a round. */
const REPEATS = 5
/** Highest time from a press to the next picture, ms: a rule of the product. */
const MUST = 100

/** An interaction: how its page is opened, and one press of it. */
interface Interaction {
  readonly path: (site: SeededSite) => string
  readonly press: (page: Page, round: number) => Promise<void>
}

/**
 * A bare touch. Playwright's own `tap` runs its checks in the page right before it, and they would count as
 * delay.
 */
async function tap(target: Locator): Promise<void> {
  // In the middle, because bars lie over both ends of the page.
  await target.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await target.evaluate(() => new Promise<void>((idle) => void requestIdleCallback(() => idle())))
  const box = (await target.boundingBox())!
  await target.page().touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
}

const INTERACTIONS: Record<string, Interaction> = {
  'react to a post': {
    path: () => '/feed',
    async press(page, round) {
      const card = page.getByRole('article').nth(round % 3)
      await tap(card.getByRole('button', { name: /^thumbs up/ }))
    },
  },
  'open the menu of a post': {
    path: () => '/feed',
    async press(page, round) {
      await tap(page.getByRole('button', { name: 'Post options' }).nth(round % 3))
      await page.getByRole('menu').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'detached' })
    },
  },
  'open a conversation': {
    path: () => '/messages',
    async press(page) {
      await tap(page.getByRole('complementary', { name: 'Conversations' }).getByRole('link').first())
      await page.getByRole('region', { name: /^Messages with/ }).waitFor()
      await page.goBack()
      await page.getByRole('complementary', { name: 'Conversations' }).waitFor()
    },
  },
  'send a message': {
    path: ({ conversation }) => `/messages?conversation=${conversation}`,
    async press(page, round) {
      const words = `Measured ${round}, ${Math.random().toString(36).slice(2)}`
      await page.getByPlaceholder('Write a message').fill(words)
      await tap(page.getByRole('button', { name: 'Send message' }))
      await page
        .getByRole('region', { name: /^Messages with/ })
        .getByText(words)
        .waitFor()
    },
  },
}

/**
 * Interaction to Next Paint: a signed-in person taps, on a phone's screen with a CPU four times slower. The
 * figure of a round is the slowest of its interactions, as in the field.
 */
export const interactions = ({ options }: Bench): Promise<Result[]> =>
  withSeededSite(async (site) => {
    const browser = await chromium.launch({ executablePath: site.chromium, args: CHROMIUM_FLAGS })
    try {
      return await measure(browser, site, options.rounds)
    } finally {
      await browser.close()
    }
  })

async function measure(browser: Browser, site: SeededSite, count: number): Promise<Result[]> {
  const results: Result[] = []
  for (const [name, interaction] of Object.entries(INTERACTIONS)) {
    const rounds: number[][] = []
    for (let round = 0; round < count; round += 1) rounds.push(await delays(browser, site, interaction))
    results.push({
      measure: `time until the next picture: ${name}`,
      unit: 'ms',
      value: spreadOf(rounds.map((times) => Math.max(...times))),
      must: MUST,
      detail: { slowdown: SLOWDOWN, rounds },
    })
  }
  return results
}

/** Opens a new page and repeats the interaction. Returns the time to the next paint of each, ms. */
async function delays(browser: Browser, site: SeededSite, { path, press }: Interaction): Promise<number[]> {
  const context = await openPhone(browser, site)
  try {
    await context.addInitScript(recordDelays)
    const page = await context.newPage()
    await page.goto(path(site), { waitUntil: 'networkidle' })
    await hydrated(page)
    await slowDown(page)
    const times: number[] = []
    for (let round = 0; round < REPEATS; round += 1) {
      await page.evaluate(() => window.interactionDelays.clear())
      await press(page, round)
      // The browser reports an interaction after the picture that it measures.
      await page.waitForFunction(() => window.interactionDelays.size > 0)
      times.push(await page.evaluate(() => Math.max(...window.interactionDelays.values())))
    }
    return times
  } finally {
    await context.close()
  }
}

declare global {
  interface Window {
    /** Duration of each interaction by its number, ms. */
    interactionDelays: Map<number, number>
  }
}

/** Runs in the page. */
function recordDelays(): void {
  const delays = new Map<number, number>()
  window.interactionDelays = delays
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[])
      if (entry.interactionId > 0)
        delays.set(entry.interactionId, Math.max(entry.duration, delays.get(entry.interactionId) ?? 0))
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}
