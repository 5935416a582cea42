import type { Page } from 'playwright'
import type { DemoScene } from './catalogue.ts'

/** Waits until nothing loads any more. Held calls never end. */
export async function settle(page: Page, { holds, acts }: DemoScene): Promise<void> {
  if (!holds) await page.waitForLoadState('networkidle')
  const isLoading = holds !== undefined && acts === undefined
  await page.waitForFunction(
    (waits) => (document.querySelector('.rf-skeleton') !== null) === waits,
    isLoading,
  )
  await page.waitForFunction(everyPictureIsThere)
  // Overlays have faded in.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity,
      ),
  )
}

/** Runs in the page: each frame on screen shows a picture, a video, a warning, or why there is none. */
function everyPictureIsThere(): boolean {
  const onScreen = [...document.querySelectorAll('.s-media-box')].filter((box) => {
    const { top, bottom } = box.getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  })
  return (
    onScreen.every((box) => box.querySelector('[data-here], video, .s-cover, .s-media-note')) &&
    [...document.images].every(({ complete, loading }) => complete || loading === 'lazy')
  )
}

/**
 * Makes the window as tall as the page, so that bars are at its ends and not in its middle.
 */
export async function stretch(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0))
  const [hasBars, height] = await page.evaluate(
    () => [document.querySelector('.s-shell') !== null, document.documentElement.scrollHeight] as const,
  )
  if (hasBars) await page.setViewportSize({ width: page.viewportSize()!.width, height })
}
