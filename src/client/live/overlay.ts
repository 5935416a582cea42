import { createStore } from './create-store.ts'
import { onReset } from './registry.ts'

/**
 * Values that the viewer has chosen and the server has not confirmed yet, by id: laid over records, never written into
 * them.
 */
export interface Overlay<V> {
  /** A hook: the value for this id; undefined without one. */
  useValue: (id: string) => V | undefined
  get: (id: string) => V | undefined
  /**
   * Shows a value at once. `send` writes it and stores the answer; it must be idempotent. While a call for this id is
   * running, the value waits: when the call has ended, its `send` writes the value that was set last. Rejects to the
   * first caller when one fails; then the stored state shows again.
   */
  set: (id: string, value: V, send: (value: V) => Promise<unknown>) => Promise<void>
}

/** Log-in and log-out drop all values. */
export function createOverlay<V>(): Overlay<V> {
  const use = createStore<{ values: ReadonlyMap<string, V> }>(() => ({ values: new Map() }))
  const get = (id: string) => use.getState().values.get(id)
  const sending = new Set<string>()
  onReset(() => use.setState({ values: new Map() }))
  return {
    useValue: (id) => use(({ values }) => values.get(id)),
    get,
    async set(id, value, send) {
      use.setState(({ values }) => ({ values: new Map(values).set(id, value) }))
      if (sending.has(id)) return
      sending.add(id)
      try {
        let sent: V | undefined
        // Undefined: the session has ended meanwhile.
        for (let next = get(id); next !== undefined && next !== sent; next = get(id)) {
          sent = next
          await send(next)
        }
      } finally {
        sending.delete(id)
        use.setState(({ values }) => ({ values: new Map([...values].filter(([other]) => other !== id)) }))
      }
    },
  }
}
