import { createStore } from './create-store.ts'
import { onReset } from './registry.ts'

/** What the viewer wants and the server has not confirmed yet, by id: laid over records, never written into them. */
export interface Wishes<W> {
  /** A hook: the wish for this id; undefined without one. */
  useWish: (id: string) => W | undefined
  get: (id: string) => W | undefined
  /**
   * Shows a wish at once. The calls for one id run one after the other until the server has what was wanted last.
   * Rejects to the first caller when one fails; then the stored state shows again.
   */
  make: (id: string, wish: W) => Promise<void>
}

/** `send` writes a wish and stores the answer. It must be idempotent. Log-in and log-out drop all wishes. */
export function createWishes<W>(send: (id: string, wish: W) => Promise<void>): Wishes<W> {
  const use = createStore<{ wanted: ReadonlyMap<string, W> }>(() => ({ wanted: new Map() }))
  const get = (id: string) => use.getState().wanted.get(id)
  const underWay = new Set<string>()
  onReset(() => use.setState({ wanted: new Map() }))
  return {
    useWish: (id) => use(({ wanted }) => wanted.get(id)),
    get,
    async make(id, wish) {
      use.setState(({ wanted }) => ({ wanted: new Map(wanted).set(id, wish) }))
      if (underWay.has(id)) return
      underWay.add(id)
      try {
        let sent: W | undefined
        // Undefined: the session has ended meanwhile.
        for (let next = get(id); next !== undefined && next !== sent; next = get(id)) {
          sent = next
          await send(id, next)
        }
      } finally {
        underWay.delete(id)
        use.setState(({ wanted }) => ({ wanted: new Map([...wanted].filter(([other]) => other !== id)) }))
      }
    },
  }
}
