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

/**
 * Nobody is suggested to the people of this context. Tests share a database: the people of other tests would
 * show beside the page, under the same names. Not by a route, which would switch the browser's cache off.
 */
export const hideSuggestions = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const path = '/api/users/me/suggested'
    const send = window.fetch
    window.fetch = async (input, init) => {
      if (input === path) return Response.json([])
      const response = await send(input, init)
      if (input !== '/api/batch' || !response.ok) return response
      const { reads } = JSON.parse(init?.body as string) as { reads: { path: string }[] }
      const answers = (await response.json()) as unknown[]
      return Response.json(
        answers.map((answer, at) => (reads[at]?.path === path ? { status: 200, body: [] } : answer)),
      )
    }
  })

/** Waits until what comes after the page is here: the shortcuts, and the area of the toasts. */
export const hasShortcuts = (page: Page): Promise<void> =>
  page.locator('.rf-toasts').waitFor({ state: 'attached' })
