import { chromium, type Browser, type BrowserContext } from 'playwright'
import type { Bench } from '#bench/support/bench.ts'
import type { Result } from '#bench/support/report.ts'
import { withSeededSite, type SeededSite } from '#bench/support/seeded-site.ts'
import { openPhone, slowDown, SLOWDOWN } from '#bench/support/slow-phone.ts'
import { median, spreadOf } from '#bench/support/stats.ts'
import { KEPT_MESSAGES, storedText } from '#tests/e2e/support/stored-text.ts'
import { CHROMIUM_FLAGS } from '#tests/support/chromium.ts'

/** Starts in a round; the figure of a round is their median. */
const REPEATS = 5
/** Highest time from the start of the navigation to the painted list, ms. */
const MUST = 300

/**
 * Messages are opened without a network, in a new page: the worker answers, and the list is what the browser has kept in
 * IndexedDB. A phone's screen, with a CPU four times slower.
 */
export const coldStart = ({ options }: Bench): Promise<Result[]> =>
  withSeededSite(async (site) => {
    const browser = await chromium.launch({ executablePath: site.chromium, args: CHROMIUM_FLAGS })
    try {
      const context = await contextWithCopy(browser, site)
      const rounds: number[][] = []
      for (let round = 0; round < options.rounds; round += 1) {
        const times: number[] = []
        for (let start = 0; start < REPEATS; start += 1) times.push(await timeToList(context))
        rounds.push(times)
      }
      return [
        {
          measure: 'cold start without a network, to the list of conversations',
          unit: 'ms',
          value: spreadOf(rounds.map(median)),
          must: MUST,
          detail: { slowdown: SLOWDOWN, rounds },
        },
      ]
    } finally {
      await browser.close()
    }
  })

/** A browser without a network that has kept the member's messages. */
async function contextWithCopy(browser: Browser, site: SeededSite): Promise<BrowserContext> {
  const context = await openPhone(browser, site)
  const page = await context.newPage()
  await page.goto('/messages')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  // The list as a start shows it.
  await page.evaluate(storedText, { ...KEPT_MESSAGES, has: '"conversations"' })
  await page.close()
  await context.setOffline(true)
  await context.addInitScript(notePaintedList)
  return context
}

async function timeToList(context: BrowserContext): Promise<number> {
  const page = await context.newPage()
  await slowDown(page)
  await page.goto('/messages')
  await page.waitForFunction(() => window.listPaintedAt !== undefined)
  const time = await page.evaluate(() => window.listPaintedAt!)
  await page.close()
  return time
}

declare global {
  interface Window {
    /** When the list was painted, ms since the navigation began. */
    listPaintedAt?: number
  }
}

/** Runs in the page before its code. */
function notePaintedList(): void {
  const look = () => {
    if (!document.querySelector('aside[aria-label="Conversations"] li a')) return requestAnimationFrame(look)
    // The frame after the one that paints it.
    return requestAnimationFrame(() =>
      requestAnimationFrame(() => (window.listPaintedAt = performance.now())),
    )
  }
  requestAnimationFrame(look)
}
