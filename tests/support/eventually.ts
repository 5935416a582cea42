import { vi } from 'vitest'

/**
 * Repeats `work` until it does not throw, and returns its result. Vitest's own limit of one second is too short
 * where other processes use the cores.
 */
export const eventually = <T>(work: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(work, { timeout: 30_000, interval: 20 })
