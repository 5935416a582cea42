import { ApiError } from './http.ts'

/** A client error (4xx) would be the same after a retry (product section 8, DECISIONS row 15). */
export const mayRetry = (failures: number, error: unknown): boolean =>
  failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500)

/** Waits before the first, second, ... retry, in ms: 1 s doubling to 30 s. */
export const retryDelay = (failures: number): number => Math.min(1_000 * 2 ** failures, 30_000)

/** Makes a read, and repeats it a little later when it fails. Rejects at once when `signal` is aborted. */
export async function retried<T>(read: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await read()
    } catch (error) {
      if (!mayRetry(failures, error)) throw error
    }
    await pause(retryDelay(failures), signal)
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
