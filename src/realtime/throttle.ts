import { logger } from '#server/platform/logger.ts'

interface Slot<V> {
  /** What came since the last flush. */
  next: V | null
  timer: NodeJS.Timeout | null
}

interface Options<V> {
  /** Shortest time between two flushes of one key, ms. */
  gap: number
  /** What two values that wait together become. */
  merge(waiting: V, next: V): V
  /** The next one of this key waits until it is done. */
  flush(key: string, value: V): Promise<void> | void
}

export interface Throttle<V> {
  /** Flushed now, or with what else comes within the gap. */
  put(key: string, value: V): void
  /** Changes what waits; null takes it away. */
  amend(key: string, change: (waiting: V) => V | null): void
  stop(): void
}

/**
 * At most one flush a key and gap, the first at once. A key is forgotten once nothing came for it within a
 * gap (LIVE L17).
 */
export function throttle<V>({ gap, merge, flush }: Options<V>): Throttle<V> {
  const slots = new Map<string, Slot<V>>()

  async function run(key: string, slot: Slot<V>, value: V): Promise<void> {
    const began = Date.now()
    try {
      await flush(key, value)
    } catch (error) {
      logger.error({ err: error, key }, 'a push failed')
    } finally {
      if (slots.get(key) === slot)
        slot.timer = setTimeout(() => again(key, slot), Math.max(0, began + gap - Date.now()))
    }
  }

  function again(key: string, slot: Slot<V>): void {
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

/** Of two states of one post the one with the higher revision. */
export const newerOf = <E extends { post: { rev: number } }>(one: E, other: E): E =>
  other.post.rev >= one.post.rev ? other : one
