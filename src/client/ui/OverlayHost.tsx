import { useEffect, useState } from 'react'
import {
  alertOverlay,
  dialogOverlay,
  menuOverlay,
  toastOverlay,
  tooltipOverlay,
} from './internal/overlay-modules.ts'
import { useLazy } from './lazy-component.ts'
import { useToasts } from './toast.ts'
import { whenIdle } from './when-idle.ts'

// When this fails, the code of each overlay is loaded when it is needed.
const fetchAhead = () =>
  void Promise.allSettled([menuOverlay, dialogOverlay, alertOverlay].map(({ load }) => load()))

/**
 * Mount once, at the root of the app and inside the router: toasts and tooltips are drawn here, and whatever
 * floats is fetched in the first idle moment, so that it is at hand when the network no longer is.
 */
export const OverlayHost = () => {
  const [idle, setIdle] = useState(false)
  const newest = useToasts(({ toasts }) => toasts[0]?.id)
  const Toasts = useLazy(toastOverlay, idle || newest !== undefined)
  const Tooltips = useLazy(tooltipOverlay, idle)
  useEffect(
    () =>
      whenIdle(() => {
        setIdle(true)
        fetchAhead()
      }),
    [],
  )
  return (
    <>
      {Toasts && <Toasts />}
      {Tooltips && <Tooltips />}
    </>
  )
}
