import type { Locator, Page } from 'playwright'

/** Whether the page is on a device without a mouse. */
export const isTouched = (page: Page): Promise<boolean> =>
  page.evaluate(() => matchMedia('(hover: none)').matches)

/** A finger rests on it until the menu is there. */
export async function restOn(page: Page, place: Locator): Promise<void> {
  // Waits until it does not move any more as well: the finger would touch what is there by then.
  await place.scrollIntoViewIfNeeded()
  const { x, y } = (await place.boundingBox())!
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', { x: x + 8, y: y + 8 })
  await page.getByRole('menu').waitFor()
  await touch('touchEnd')
}
