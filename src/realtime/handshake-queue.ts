/** Handshakes that run at the same time: more of them would only wait for the store together. */
const CONCURRENCY = 200
/** A page that would wait longer is told when to come back, ms. */
const MAX_WAIT_MS = 15_000
/**
 * Expected time for one handshake until some were measured, ms. Two cores that also run the database and the crowd of
 * `npm run bench -- come-back` need 0.7. A crowd arrives before the first handshake has ended, so a higher value sends
 * people away for whom there is room.
 */
const FIRST_PACE_MS = 1
/** Weight of the newest measurement. */
const WEIGHT = 0.02

/** The queue is full. */
export class QueueFullError extends Error {
  /** After this time there is room, ms. */
  readonly retryAfterMs: number
  constructor(retryAfterMs: number) {
    super('The handshake queue is full')
    this.retryAfterMs = retryAfterMs
  }
}

/**
 * Everybody comes back at once after a restart. Handshakes wait in a bounded queue, in the order in which they
 * came, instead of timing out and starting again. When the queue is full, each further one is given the next
 * free moment: they come back one after the other and not together.
 */
export function createHandshakeQueue(now: () => number = () => performance.now()) {
  const queue: (() => void)[] = []
  let running = 0
  /** Mean time between two finished handshakes while others wait, ms. */
  let pace = FIRST_PACE_MS
  let lastEnd: number | null = null
  /** The moment that was given to the last page that was sent away. */
  let promised = 0

  function retryAfter(): number {
    promised = Math.max(promised, now() + queue.length * pace) + pace
    return Math.ceil(promised - now())
  }

  function ended(): void {
    const end = now()
    if (lastEnd !== null && queue.length > 0) pace += WEIGHT * (end - lastEnd - pace)
    lastEnd = queue.length > 0 ? end : null
    const next = queue.shift()
    if (next) next()
    else running -= 1
  }

  return {
    /** Runs `work` in its turn. Rejects with QueueFullError, or with the error of `work`. */
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (running >= CONCURRENCY) {
        if (queue.length * pace > MAX_WAIT_MS) throw new QueueFullError(retryAfter())
        // It takes over the place of the one that ends.
        await new Promise<void>((resolve) => queue.push(resolve))
      } else running += 1
      try {
        return await work()
      } finally {
        ended()
      }
    },
  }
}
