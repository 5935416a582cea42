import { useEffect, useState } from 'react'

/** Joke ads of the banner, without a backend and without tracking (product section 1). */
export const BANNER_ADS = [
  { title: 'ThronePro 9000', line: 'Heated. Bluetooth. Judges you.' },
  { title: 'One-Ply Insurance', line: 'Covers what paper will not.' },
  { title: 'Duck-as-a-Service', line: 'Cancel it. It will remember.' },
  { title: 'Scent of Denial', line: 'For people who were never here.' },
  { title: 'Plunge & Co.', line: 'Knighthoods from 9.99, cup extra.' },
] as const

/** How long one ad stays, in ms (product section 9). */
export const AD_ROTATION_MS = 8_000

/** One joke ad at a time, the next one after 8 s; with reduced motion it does not change. */
export const BannerAd = () => {
  const [at, setAt] = useState(0)
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setInterval(() => setAt((index) => (index + 1) % BANNER_ADS.length), AD_ROTATION_MS)
    return () => clearInterval(timer)
  }, [])
  const ad = BANNER_ADS[at]!
  return (
    <aside
      aria-label="Advertisement"
      className="flex items-center gap-3 bg-brass-wash px-4 max-sm:h-6.5 sm:min-h-16 sm:rounded-md sm:py-3"
    >
      <span className="shrink-0 rounded-xs border border-brass px-1.5 text-xs font-semibold text-brass-ink">
        Ad
      </span>
      <p className="min-w-0 text-sm max-sm:one-line max-sm:text-xs">
        <strong className="font-semibold">{ad.title}</strong> <span className="text-ink-soft">{ad.line}</span>
      </p>
    </aside>
  )
}
