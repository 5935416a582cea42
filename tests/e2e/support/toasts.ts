import type { Locator, Page } from 'playwright'

/** The toast that is shown now; there is one at a time. */
export const toast = (page: Page): Locator => page.locator('.rf-toast')
