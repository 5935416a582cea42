import type { Browser, BrowserContext, Page } from 'playwright'
import type { SeededSite } from './seeded-site.ts'

/** How much slower the browser's CPU is than the machine's, as in Lighthouse's settings for a phone. */
export const SLOWDOWN = 4

/** A browser with a phone's screen, in which the site's member is signed in. */
export async function openPhone(browser: Browser, site: SeededSite): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    baseURL: site.url,
    locale: 'en-GB',
  })
  const [name, value] = site.cookie.split(/=(.*)/s)
  await context.addCookies([{ name: name!, value: value!, url: site.url }])
  return context
}

/** From here on the page has a phone's CPU. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
}
