import type { Page } from 'playwright/test'

/** The worker has cached the shell and controls this page. */
export const isKept = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.ready))
