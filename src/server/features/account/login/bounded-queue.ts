interface Bounds {
  running: number
  waiting: number
  /** The error for who comes when the queue is full. */
  refuse: () => Error
}

/** Runs at most `running` works at once and lets at most `waiting` wait, first come first served. */
export function boundedQueue({
  running,
  waiting,
  refuse,
}: Bounds): <T>(work: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = []
  let free = running
  return async (work) => {
    if (free > 0) free--
    else if (queue.length >= waiting) throw refuse()
    else await new Promise<void>((turn) => queue.push(turn))
    try {
      return await work()
    } finally {
      // The place goes straight to the next in line, so that nobody slips in between.
      const next = queue.shift()
      if (next) next()
      else free++
    }
  }
}
