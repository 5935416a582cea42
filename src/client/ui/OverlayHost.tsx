import { Suspense, lazy, useEffect, useState } from 'react'
import { loadOverlays, loadToasts, loadTooltips } from './internal/overlay-modules.ts'
import { useToasts } from './toast.ts'

const ToastLayer = lazy(loadToasts)
const TooltipLayer = lazy(loadTooltips)

const whenIdle = (work: () => void): (() => void) => {
  // Safari has no requestIdleCallback yet.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, 2_000)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: 5_000 })
  return () => cancelIdleCallback(handle)
}

/**
 * Mount once, at the root of the app and inside the router: toasts and tooltips are drawn here. Everything that floats is fetched
 * in the first idle moment, or with the first toast.
 */
export const OverlayHost = () => {
  const [idle, setIdle] = useState(false)
  const toasted = useToasts(({ toasts }) => toasts.length > 0)
  useEffect(
    () =>
      whenIdle(() => {
        setIdle(true)
        // Offline already: each overlay tries again when it is needed.
        loadOverlays().catch(() => undefined)
      }),
    [],
  )
  return (
    <Suspense fallback={null}>
      {(idle || toasted) && <ToastLayer />}
      {idle && <TooltipLayer />}
    </Suspense>
  )
}
