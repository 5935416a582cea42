/** A timer of 10 s that is 90 s late means that the device has slept. Hidden tabs run it once a minute. */
const TICK_MS = 10_000
const SLEEP_MS = 90_000

interface DeviceEvents {
  /** The tab became visible, or the network is back: connect now. */
  hurry: () => void
  /** The device has slept: pushes may be missing although the socket looks connected. */
  woke: (since: number) => void
  wentOffline: () => void
}

/** Listens to the device. Returns an unsubscribe. */
export function watchDevice({ hurry, woke, wentOffline }: DeviceEvents): () => void {
  const stop = new AbortController()
  const { signal } = stop
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && hurry(), {
    signal,
  })
  window.addEventListener('online', hurry, { signal })
  window.addEventListener('offline', wentOffline, { signal })
  // Back from the back-forward cache, where no code ran.
  window.addEventListener('pageshow', ({ persisted }) => persisted && woke(lastTick), { signal })
  let lastTick = Date.now()
  const clock = setInterval(() => {
    const before = lastTick
    lastTick = Date.now()
    if (lastTick - before > SLEEP_MS) woke(before)
  }, TICK_MS)
  signal.addEventListener('abort', () => clearInterval(clock))
  return () => stop.abort()
}
