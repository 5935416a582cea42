import type { Locator, Page } from 'playwright'

/** The current toast; there is one at a time. */
export const toast = (page: Page): Locator => page.locator('.rf-toast')
