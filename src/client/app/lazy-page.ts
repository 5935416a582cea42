import { lazy } from 'react'
import type { ComponentType, LazyExoticComponent } from 'react'

/** A component in a chunk of its own. `preload` fetches it before it is shown. */
export interface LazyPage<Props = object> {
  Page: LazyExoticComponent<ComponentType<Props>>
  preload: () => void
}

/** Wraps the import of a page (or another large part). */
export function lazyPage<Props>(load: () => Promise<ComponentType<Props>>): LazyPage<Props> {
  return {
    Page: lazy(async () => ({ default: await load() })),
    // When it fails, the page itself will fail and say so.
    preload: () => void load().catch(() => undefined),
  }
}
