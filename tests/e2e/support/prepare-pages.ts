import type { BrowserContext, Page } from 'playwright'

/** Prepares all later pages of this context for tests. */
export function preparePages(context: BrowserContext): void {
  const newPage = context.newPage.bind(context)
  context.newPage = async () => {
    const page = await newPage()
    awaitHydration(page)
    separateReads(page)
    return page
  }
}

/**
 * `goto` and `reload` resolve when the page is hydrated, so its buttons work. A test of an earlier moment
 * sets `waitUntil` itself.
 */
function awaitHydration(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = async (url, options) => {
    const response = await goto(url, options)
    if (!options?.waitUntil) await hydrated(page)
    return response
  }
  page.reload = async (options) => {
    const response = await reload(options)
    if (!options?.waitUntil) await hydrated(page)
    return response
  }
}

/**
 * When a test intercepts calls of a page, the page sends each read on its own, as with a server without
 * batches: a held or refused read would otherwise be part of a batch.
 */
function separateReads(page: Page): void {
  const route = page.route.bind(page)
  page.route = async (...args) => {
    await route('**/api/batch', (batch) => batch.fulfill({ status: 404, body: '' }))
    return route(...args)
  }
}

/** Waits until the page is hydrated. */
export const hydrated = (page: Page): Promise<void> =>
  page.locator('html:not([data-hydrating])').waitFor({ state: 'attached', timeout: 0 })
