import { createStore } from './create-store.ts'
import { onReset, onResync } from './registry.ts'

export interface Snapshot<T> {
  /** Its name among the resyncs. */
  name: string
  /** The newest value, in a component; null until there is one. */
  use: () => T | null
  current: () => T | null
  /** Stores a fetched or pushed value, unless the current one is newer (LIVE L2). */
  apply: (value: T) => void
  /** Changes a part of the value. Does nothing without a value. */
  update: (change: (current: T) => T) => void
  /** Fetches the value again if a screen has asked for it: for pushes that only say that it has changed. */
  refresh: () => void
  /** Fetches the value and stores it. Resolves to true, for TanStack Query. Throws ApiError. */
  load: (signal?: AbortSignal) => Promise<true>
}

interface SnapshotOptions<T> extends Pick<Snapshot<T>, 'name'> {
  fetch: (signal?: AbortSignal) => Promise<T>
  /** What orders two values, for instance their creation time. Default: the last one to arrive wins. */
  version?: (value: T) => number | string
}

/** One value that the server replaces as a whole: figures, settings, a short list. The newest wins. */
export function createSnapshot<T>({ name, fetch, version }: SnapshotOptions<T>): Snapshot<T> {
  const store = createStore<{ value: T | null }>(() => ({ value: null }))
  const current = () => store.getState().value
  const isOlder = (value: T, existing: T) => version !== undefined && version(value) < version(existing)
  const apply = (value: T) => {
    const existing = current()
    if (existing === null || !isOlder(value, existing)) store.setState({ value })
  }
  const load = async (signal?: AbortSignal): Promise<true> => {
    apply(await fetch(signal))
    return true
  }
  // Not fetched before a screen has asked for it.
  const again = async () => void (current() !== null && (await load()))
  onResync(name, again)
  onReset(() => store.setState({ value: null }))
  return {
    name,
    use: () => store(({ value }) => value),
    current,
    apply,
    update(change) {
      const existing = current()
      if (existing !== null) store.setState({ value: change(existing) })
    },
    // When it fails, the next resync fetches it.
    refresh: () => void again().catch(() => undefined),
    load,
  }
}
