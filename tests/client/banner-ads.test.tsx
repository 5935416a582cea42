// @vitest-environment jsdom
import { useEffect } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AD_ROTATION_MS, BANNER_ADS, BannerAd } from '#client/features/notifications/ads/BannerAd.tsx'
import { until } from '#tests/support/until.ts'
import { draw, find } from './support/screen.tsx'

const prefers = (wish: string) =>
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === `(prefers-reduced-motion: ${wish})` }))
const shown = (place: HTMLElement) => find(place, 'strong').textContent

/**
 * Renders the banner and waits until it has set its timer, or has set none: effects run in render order.
 */
async function drawBanner(): Promise<HTMLElement> {
  const settled = vi.fn()
  const Last = () => {
    useEffect(settled, [])
    return null
  }
  const place = await draw(
    <>
      <BannerAd />
      <Last />
    </>,
  )
  await until('the banner has settled', () => settled.mock.calls.length > 0)
  return place
}

beforeEach(() => {
  // Only the banner's timer is replaced; React keeps its own.
  vi.spyOn(globalThis, 'setInterval')
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** The banner's timer callback, and its interval in ms. */
const clocks = () =>
  vi
    .mocked(setInterval)
    .mock.calls.filter(([, every]) => every === AD_ROTATION_MS)
    .map(([turn]) => turn as () => void)

describe('The banner ads', () => {
  it('rotate every 8 seconds through all five', async () => {
    prefers('no-preference')
    const place = await drawBanner()
    const [turn, ...others] = clocks()
    expect(others).toEqual([])
    for (const at of [0, 1, 2, 3, 4, 0]) {
      await until(`the ad is ${BANNER_ADS[at]!.title}`, () => shown(place) === BANNER_ADS[at]!.title)
      turn!()
    }
  })

  it('do not rotate with reduced motion', async () => {
    prefers('reduce')
    const place = await drawBanner()
    expect(clocks()).toEqual([])
    expect(shown(place)).toBe(BANNER_ADS[0].title)
  })
})
