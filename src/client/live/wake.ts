/**
 * A clock that ticks this often, and is this much late, has been asleep. Hidden tabs tick once a minute. Both
 * ms.
 */
const TICK = 10_000
const ASLEEP = 90_000

interface Wishes {
  /** Try to connect now: somebody is looking, or the network is back. */
  hurry: () => void
  /** The device has slept: pushes may be missing although the socket looks well. */
  woke: (since: number) => void
  wentOffline: () => void
}

/** Listens to the device. Returns the way to stop. */
export function watchDevice({ hurry, woke, wentOffline }: Wishes): () => void {
  const stop = new AbortController()
  const { signal } = stop
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && hurry(), {
    signal,
  })
  window.addEventListener('online', hurry, { signal })
  window.addEventListener('offline', wentOffline, { signal })
  // Out of the back-forward cache: the page stood still meanwhile.
  window.addEventListener('pageshow', ({ persisted }) => persisted && woke(lastTick), { signal })
  let lastTick = Date.now()
  const clock = setInterval(() => {
    const before = lastTick
    lastTick = Date.now()
    if (lastTick - before > ASLEEP) woke(before)
  }, TICK)
  signal.addEventListener('abort', () => clearInterval(clock))
  return () => stop.abort()
}
