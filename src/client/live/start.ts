import { TIMINGS } from '#contract/limits.ts'
import {
  isLive,
  setCatchingUp,
  setConnectionStatus,
  setFetching,
  setViewerQuiet,
  useConnection,
} from './connection.store.ts'
import { setLiveHandlers, type LiveHandlers } from './registry.ts'
import { resync } from './resync.ts'
import { closeSocket, markReady, openSocket, probe } from './socket.ts'
import { forgetUnchanged, subscribeNow } from './watch.ts'
import { setServerTime } from '#client/ui/server-time.ts'

/**
 * Connects the page: pushes, polling while the socket is down, resyncs. The handlers are loaded together with
 * the socket's library, after the first page. Returns a function that stops it.
 */
export function startLive(loadHandlers: () => Promise<Partial<LiveHandlers>>): () => void {
  const prepare = async () => {
    const handlers = await loadHandlers()
    setLiveHandlers({
      ...handlers,
      ready(event) {
        setServerTime(Date.parse(event.now))
        setViewerQuiet(event.quietMs)
        handlers.ready?.(event)
        resyncOnReady(event.fetchInMs)
      },
    })
  }
  const stops = [pollWhileDown(), watchDevice({ hurry: look, woke, wentOffline })]
  openSocket(prepare)
  return () => {
    for (const stop of stops) stop()
    closeSocket()
  }
}

/**
 * Everything that was fetched before or missed meanwhile is fetched once (LIVE L4, L7), after the page has
 * subscribed to what is on screen, and when it is its turn: after a restart of the server all pages come (LIVE L9).
 */
function resyncOnReady(fetchInMs: number): void {
  const { since, status } = useConnection.getState()
  setCatchingUp(true)
  // On a connection that lasts, `ready` means that pushes were missed.
  if (status === 'live') forgetUnchanged()
  markReady()
  const turn = new Promise((resolve) => setTimeout(resolve, fetchInMs))
  setFetching(Promise.all([subscribeNow(), turn]).then(() => resync({ reason: 'ready', since })))
}

/** The one poll there is, and only while nothing is pushed (LIVE L8). */
function pollWhileDown(): () => void {
  let timer: ReturnType<typeof setInterval> | null = null
  const follow = () => {
    if (isLive()) {
      if (timer) clearInterval(timer)
      timer = null
    } else timer ??= setInterval(poll, TIMINGS.fallbackPoll)
  }
  const poll = () => void resync({ reason: 'fallback', since: useConnection.getState().since })
  follow()
  const unsubscribe = useConnection.subscribe(follow)
  return () => {
    unsubscribe()
    if (timer) clearInterval(timer)
  }
}

/** The tab is visible: connect now, or check that the connection still works. */
const look = () => void probe()

function woke(since: number): void {
  void probe()
  void resync({ reason: 'wake', since })
}

function wentOffline(): void {
  if (!isLive()) setConnectionStatus('offline')
}

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
function watchDevice({ hurry, woke, wentOffline }: DeviceEvents): () => void {
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
