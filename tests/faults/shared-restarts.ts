import type { KillableServer } from './killable-server.ts'

interface Moments {
  /** Begins what the kill should interrupt. */
  readonly before?: () => void
  /** Runs while there is no server. */
  readonly meanwhile?: () => Promise<unknown>
}

/** Asks for the next restart and waits until it is over. */
export type Restart = (moments?: Moments) => Promise<void>

interface Waiting extends Moments {
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * One restart for all tests that run at the same time (`it.concurrent`): the server is killed when each of them either
 * waits for it or has ended. A restart costs two seconds, and each of these tests needs some.
 */
export function shareRestarts(
  killable: KillableServer,
): (test: (restart: Restart) => Promise<void>) => () => Promise<void> {
  let taking = 0
  let waiting: Waiting[] = []

  const restart: Restart = (moments = {}) =>
    new Promise((resolve, reject) => {
      waiting.push({ ...moments, resolve, reject })
      restartWhenAllWait()
    })

  function restartWhenAllWait(): void {
    if (waiting.length === 0 || waiting.length < taking) return
    const all = waiting
    waiting = []
    all.forEach(({ before }) => before?.())
    killable
      .restart(() => Promise.all(all.map(async ({ meanwhile }) => meanwhile?.())))
      .then(
        () => all.forEach(({ resolve }) => resolve()),
        (error: unknown) => all.forEach(({ reject }) => reject(error)),
      )
  }

  return (test) => async () => {
    taking += 1
    try {
      await test(restart)
    } finally {
      taking -= 1
      restartWhenAllWait()
    }
  }
}
