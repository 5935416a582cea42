import type { BrowserContext, Page } from 'playwright'

/** Prepares the pages that this context opens from now on for tests. */
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
 * `goto` and `reload` end when the page is hydrated: its buttons work, and what is found stays. A test of what
 * happens before that says until when it waits itself (`waitUntil`).
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
 * A page whose calls a test intercepts makes each read a call of its own, as with a server that knows no
 * batches: else a held or refused read could come in a batch.
 */
function separateReads(page: Page): void {
  const route = page.route.bind(page)
  page.route = async (...args) => {
    await route('**/api/batch', (batch) => batch.fulfill({ status: 404, body: '' }))
    return route(...args)
  }
}

/** The page is hydrated. Until a test ends, as long as a navigation may take. */
export const hydrated = (page: Page): Promise<void> =>
  page.locator('html:not([data-hydrating])').waitFor({ state: 'attached', timeout: 0 })
