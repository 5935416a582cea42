import { createElement, use, useEffect, useEffectEvent, useState } from 'react'
import type { ComponentType } from 'react'
import { afterPaint } from './after-paint.ts'
import { leaveReplacedBuild } from './replaced-build.ts'
import { toast } from './toast.ts'
import { useServerRendered } from './useHydrating.ts'

/** A component in a chunk of its own, which is loaded when it is needed. Once loaded it renders at once. */
export interface LazyComponent<Props> {
  /** Renders it, and suspends until its code is loaded. For pages and tabs, inside Suspense. */
  Component: ComponentType<Props>
  /** Renders it once its code is loaded, and nothing until then. For what the page does without meanwhile. */
  Late: ComponentType<Props>
  /** The component itself, once its code is loaded. */
  loaded: () => ComponentType<Props> | undefined
  /** Loads the code. Rejects when the network fails; a later call tries again. */
  load: () => Promise<ComponentType<Props>>
  /** Loads the code before it is shown. Never rejects: a failure shows when the component is rendered. */
  preload: () => Promise<void>
}

/**
 * How long a failed load is remembered, ms. React renders a failed component more than once before the error
 * boundary shows, and each of these renders must get the same failure.
 */
const FAILURE_MEMORY_MS = 1_000

/**
 * For every part whose code is not needed at once: pages, tabs, dialogs, menus. Not React.lazy, which
 * remembers a failed load for ever: a menu opened in a tunnel would not work until the page is reloaded.
 * (Browsers that remember it themselves: load-code.ts.)
 */
export const lazyComponent = <Props extends object>(
  fetchComponent: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> => {
  let component: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined
  let rendering: Promise<ComponentType<Props>> | undefined
  const fetchOnce = async () => {
    try {
      return (component = await fetchComponent())
    } catch (error) {
      loading = undefined
      throw error
    }
  }
  const load = () => (loading ??= fetchOnce())
  const loadToRender = async () => {
    try {
      return await load()
    } catch (error) {
      // The new page takes the place of what is shown meanwhile.
      if (await leaveReplacedBuild()) return new Promise<never>(ignore)
      setTimeout(() => (rendering = undefined), FAILURE_MEMORY_MS)
      throw error
    }
  }
  const part: LazyComponent<Props> = {
    Component: (props) => createElement(component ?? use((rendering ??= loadToRender())), props),
    Late: (props) => {
      const Loaded = useLazy(part, true)
      return Loaded && createElement(Loaded, props)
    },
    loaded: () => component,
    load,
    preload: () => afterPaint().then(load).then(ignore, ignore),
  }
  return part
}

const ignore = () => undefined

/** Wait before code is fetched again, ms. */
const RETRY_MS = 5_000

/**
 * Fetches code again and again until it is here. For parts that the page does without meanwhile. Never
 * rejects.
 */
export async function importUntilHere<T>(fetchCode: () => Promise<T>): Promise<T> {
  try {
    return await fetchCode()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    return importUntilHere(fetchCode)
  }
}

/** Says that something which the person has asked for did not load. */
export const sayNotLoaded = (): void =>
  void toast({
    variant: 'destructive',
    title: 'That did not load.',
    description: 'Check your connection and try again, or reload the page.',
    action: { label: 'Reload', onSelect: () => location.reload() },
  })

/**
 * The component when it is wanted and its code is loaded, else null: no Suspense, no fallback. `onFail` is
 * called when the load failed, for what a person has opened: a toast says so, unless the part is `quiet`.
 * Setting `wanted` to false and to true again tries again.
 */
export const useLazy = <Props extends object>(
  part: LazyComponent<Props>,
  wanted: boolean,
  onFail?: () => void,
  { quiet = false } = {},
): ComponentType<Props> | null => {
  // The server renders none of these.
  const serverRendered = useServerRendered()
  const [component, setComponent] = useState(() => (serverRendered ? null : (part.loaded() ?? null)))
  const show = useEffectEvent((loaded: ComponentType<Props>) => setComponent(() => loaded))
  const fail = useEffectEvent(() => {
    if (!onFail) return
    if (!quiet) sayNotLoaded()
    onFail()
  })
  useEffect(() => {
    if (!wanted || component) return
    let mounted = true
    // A touch that asks for it is answered first: on a phone an import takes 70 ms to start.
    void afterPaint()
      .then(part.load)
      .then(
        (loaded) => mounted && show(loaded),
        () => mounted && fail(),
      )
    return () => {
      mounted = false
    }
  }, [part, wanted, component])
  return component
}
