import { resync } from './resync.ts'

type Handler<E> = (event: E) => void

/** A handler of the module, which is loaded with the first push that needs it. */
type LazyHandlers<M> = <E>(pick: (module: M) => Handler<E>) => Handler<E>

/** Handlers in a module that is loaded later. Pushes that arrive meanwhile are handled in their order. */
export function lazyHandlers<M>(fetchModule: () => Promise<M>): LazyHandlers<M> {
  let loaded: M | null = null
  let loading: Promise<M> | null = null
  const load = (): Promise<M> => {
    loading ??= fetchModule().then(
      (module) => (loaded = module),
      (error: unknown) => {
        loading = null
        throw error
      },
    )
    return loading
  }
  return (pick) => (event) => {
    if (loaded) return pick(loaded)(event)
    const since = Date.now()
    void load().then(
      (module) => pick(module)(event),
      // Without the code the push is lost, so a resync fetches the data.
      () => resync({ reason: 'wake', since }),
    )
  }
}
