import { useEffect, useEffectEvent, useState } from 'react'
import type { ComponentType } from 'react'
import type { Overlay } from './overlay-modules.ts'

/**
 * The overlay's component as soon as it is wanted and here, else null. `onFail` is called when it could not be
 * fetched; wanting it again tries again.
 */
export const useOverlay = <Props>(
  overlay: Overlay<Props>,
  wanted: boolean,
  onFail?: () => void,
): ComponentType<Props> | null => {
  const [panel, setPanel] = useState<ComponentType<Props> | null>(() => overlay.peek() ?? null)
  const arrive = useEffectEvent((loaded: ComponentType<Props>) => setPanel(() => loaded))
  const fail = useEffectEvent(() => onFail?.())
  useEffect(() => {
    if (!wanted || panel) return
    let mounted = true
    overlay.load().then(
      (loaded) => mounted && arrive(loaded),
      () => mounted && fail(),
    )
    return () => {
      mounted = false
    }
  }, [overlay, wanted, panel])
  return panel
}
