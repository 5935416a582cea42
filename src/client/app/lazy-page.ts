import { createElement, lazy, useState } from 'react'
import type { ComponentType } from 'react'

/** A component in a chunk of its own. `preload` fetches it before it is shown. */
export interface LazyPage<Props = object> {
  Page: ComponentType<Props>
  /** Settles when its code is here, or cannot be: then the page itself will fail and say so. */
  preload: () => Promise<void>
}

/**
 * Wraps the import of a page (or another large part). Once its code is here it is drawn at once, without a
 * fallback before it.
 */
export function lazyPage<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPage<Props> {
  let here: ComponentType<Props> | null = null
  const fetch = async () => (here ??= await load())
  const Later = lazy(async () => ({ default: await fetch() }))
  return {
    // Whichever it began with it stays, or its state would be lost when the code arrives.
    Page: (props) => {
      const [Part] = useState<ComponentType<Props>>(() => here ?? (Later as ComponentType<Props>))
      return createElement(Part, props)
    },
    preload: () =>
      fetch().then(
        () => undefined,
        () => undefined,
      ),
  }
}
