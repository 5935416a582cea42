import { vi } from 'vitest'

/** To look at a page takes longer than to look at a value, and it takes that time from the page. */
const INTERVAL_MS = 'document' in globalThis ? 50 : 20

/**
 * Repeats `work` until it does not throw, and returns its result. Vitest's own limit of one second is too short
 * where other processes use the cores.
 */
export const eventually = <T>(work: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(work, { timeout: 30_000, interval: INTERVAL_MS })
