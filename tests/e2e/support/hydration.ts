import type { BrowserContext, Page } from 'playwright'

/**
 * From now on `goto` and `reload` of this context's pages end when the page is hydrated: its buttons work, and what is
 * found stays. A test of what happens before that says until when it waits itself (`waitUntil`).
 */
export function awaitHydration(context: BrowserContext): void {
  const newPage = context.newPage.bind(context)
  context.newPage = async () => {
    const page = await newPage()
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
    return page
  }
}

/** The page is hydrated. Until a test ends, as long as a navigation may take. */
export const hydrated = (page: Page): Promise<void> =>
  page.locator('html:not([data-hydrating])').waitFor({ state: 'attached', timeout: 0 })
