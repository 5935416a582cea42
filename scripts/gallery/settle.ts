import type { Page } from 'playwright'
import type { Scene } from './scene.ts'

/** Waits until nothing is on its way any more; what is held never comes. */
export async function settle(page: Page, { holds, act }: Scene): Promise<void> {
  if (!holds) await page.waitForLoadState('networkidle')
  const isLoading = holds !== undefined && act === undefined
  await page.waitForFunction(
    (waits) => (document.querySelector('.rf-skeleton') !== null) === waits,
    isLoading,
  )
  await page.waitForFunction(everyPictureIsThere)
  // Whatever floats has faded in.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity,
      ),
  )
}

/** In the page: each frame on screen shows its picture, a video, a veil, or why there is none. */
function everyPictureIsThere(): boolean {
  const onScreen = [...document.querySelectorAll('.rf-media-box')].filter((box) => {
    const { top, bottom } = box.getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  })
  return (
    onScreen.every((box) => box.querySelector('[data-here], video, .rf-veil, .rf-media-note')) &&
    [...document.images].every(({ complete, loading }) => complete || loading === 'lazy')
  )
}

/**
 * The window becomes as tall as a page of somebody's, so that bars stand at its ends and not in its middle.
 */
export async function stretch(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0))
  const [hasBars, height] = await page.evaluate(
    () => [document.querySelector('.rf-shell') !== null, document.documentElement.scrollHeight] as const,
  )
  if (hasBars) await page.setViewportSize({ width: page.viewportSize()!.width, height })
}
