import { TIMINGS } from '#contract/limits.ts'
import { logger } from '#server/platform/logger.ts'

interface Slot<V> {
  /** What was put since the last flush. */
  next: V | null
  timer: NodeJS.Timeout | null
}

interface Options<V> {
  /** Shortest time between two flushes of one key, ms. */
  gap: number
  /** Combines two values that wait for the same flush. */
  merge(waiting: V, next: V): V
  /** The next flush of this key waits until this one is done. */
  flush(key: string, value: V): Promise<void> | void
}

export interface Throttle<V> {
  /** Flushes now, or at the end of the gap with what else is put until then. */
  put(key: string, value: V): void
  /** Changes the value that waits; null removes it. */
  amend(key: string, change: (waiting: V) => V | null): void
  stop(): void
}

/** At most one flush a key and gap, the first one at once. A key without news for a gap is forgotten (LIVE L17). */
export function throttle<V>({ gap, merge, flush }: Options<V>): Throttle<V> {
  const slots = new Map<string, Slot<V>>()

  async function run(key: string, slot: Slot<V>, value: V): Promise<void> {
    const began = performance.now()
    try {
      await flush(key, value)
    } catch (error) {
      logger.error({ err: error, key }, 'a push failed')
    } finally {
      if (slots.get(key) === slot)
        slot.timer = setTimeout(() => flushNext(key, slot), Math.max(0, began + gap - performance.now()))
    }
  }

  function flushNext(key: string, slot: Slot<V>): void {
    const { next } = slot
    Object.assign(slot, { next: null, timer: null })
    if (next === null) slots.delete(key)
    else void run(key, slot, next)
  }

  return {
    put(key, value) {
      const slot = slots.get(key)
      if (slot) {
        slot.next = slot.next === null ? value : merge(slot.next, value)
        return
      }
      const fresh: Slot<V> = { next: null, timer: null }
      slots.set(key, fresh)
      void run(key, fresh, value)
    },
    amend(key, change) {
      const slot = slots.get(key)
      if (slot && slot.next !== null) slot.next = change(slot.next)
    },
    stop() {
      for (const { timer } of slots.values()) if (timer) clearTimeout(timer)
      slots.clear()
    },
  }
}

/**
 * A throttle for states of things: at most one push a thing and `pushGap`, always of the highest revision. What
 * is put while another state waits replaces it.
 */
export function throttleNewest<V>(
  versionOf: (value: V) => { id: string; rev: number },
  flush: (value: V) => Promise<void> | void,
): { put(value: V): void; drop(id: string): void; stop(): void } {
  const states = throttle<V>({
    gap: TIMINGS.pushGap,
    merge: (waiting, next) => (versionOf(next).rev >= versionOf(waiting).rev ? next : waiting),
    flush: (_, value) => flush(value),
  })
  return {
    put: (value) => states.put(versionOf(value).id, value),
    drop: (id) => states.amend(id, () => null),
    stop: () => states.stop(),
  }
}
