import { useEffect, useState } from 'react'

/** Joke ads of the banner, without a backend and without tracking (product section 1). */
export const BANNER_ADS = [
  { title: 'ThronePro 9000', line: 'Heated. Bluetooth. Judges you silently.' },
  { title: 'One-Ply Insurance', line: 'Covers what your paper will not.' },
  { title: 'Duck-as-a-Service', line: 'Unlimited squeaks. Cancel any time, it will remember.' },
  { title: 'Scent of Denial', line: 'The air freshener for people who were never here.' },
  { title: 'Plunge & Co.', line: 'Knighthoods from 9.99. Rubber cup not included.' },
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
      className="flex min-h-16 items-center gap-3 rounded-md bg-brass-wash px-4 py-3"
    >
      <span className="shrink-0 rounded-xs border border-brass px-1.5 text-xs font-semibold text-brass-ink">
        Ad
      </span>
      <p className="min-w-0 text-sm">
        <strong className="font-semibold">{ad.title}</strong> <span className="text-ink-soft">{ad.line}</span>
      </p>
    </aside>
  )
}
