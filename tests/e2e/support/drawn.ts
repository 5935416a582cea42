import type { Page } from 'playwright/test'

/** Two frames: whatever was about to be drawn is drawn, and the focus is where it stays. */
export const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
