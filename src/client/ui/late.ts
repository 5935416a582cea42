import { useEffect, useEffectEvent, useState } from 'react'
import type { ComponentType } from 'react'

/** A component that is fetched when it is needed, and stays at hand from then on. */
export interface Late<Props> {
  /** The component, once it is here. */
  peek: () => ComponentType<Props> | undefined
  /** Rejects when the network fails; the next call tries again. */
  load: () => Promise<ComponentType<Props>>
}

/**
 * For what no screen needs at first: what floats, a thread that may never be opened, the right column. Not
 * React.lazy:
 * that remembers a failed fetch for ever, and a menu that was opened in a tunnel would take the whole page
 * down with it.
 */
export const late = <Props>(fetch: () => Promise<ComponentType<Props>>): Late<Props> => {
  let here: ComponentType<Props> | undefined
  return {
    peek: () => here,
    load: async () => {
      here ??= await fetch()
      return here
    },
  }
}

/**
 * The component as soon as it is wanted and here, else null. `onFail` is called when it could not be fetched;
 * wanting it again tries again.
 */
export const useLate = <Props>(
  part: Late<Props>,
  wanted: boolean,
  onFail?: () => void,
): ComponentType<Props> | null => {
  const [component, setComponent] = useState<ComponentType<Props> | null>(() => part.peek() ?? null)
  const arrive = useEffectEvent((loaded: ComponentType<Props>) => setComponent(() => loaded))
  const fail = useEffectEvent(() => onFail?.())
  useEffect(() => {
    if (!wanted || component) return
    let mounted = true
    part.load().then(
      (loaded) => mounted && arrive(loaded),
      () => mounted && fail(),
    )
    return () => {
      mounted = false
    }
  }, [part, wanted, component])
  return component
}
