const channels = new Set<BroadcastChannel>()
const timers = new Set<NodeJS.Timeout | number>()

const noted = <T extends (...args: never[]) => NodeJS.Timeout>(set: T): T =>
  Object.assign((...args: Parameters<T>) => {
    const timer = set(...args)
    timers.add(timer)
    return timer
  }, set)

/**
 * Frames come at once: nothing is painted. The clock of jsdom's own frames is an interval, which `endLeftBehind` would
 * stop for good: whoever waits for a frame would wait for ever.
 */
function frameWithoutClock(): () => void {
  const { requestAnimationFrame, cancelAnimationFrame } = globalThis
  const request = (work: FrameRequestCallback) => Number(setTimeout(() => work(performance.now())))
  Object.assign(globalThis, { requestAnimationFrame: request, cancelAnimationFrame: clearTimeout })
  return () => void Object.assign(globalThis, { requestAnimationFrame, cancelAnimationFrame })
}

/** Notes what modules of the client leave behind: timers, and channels between tabs. Returns how to stop it. */
export function noteLeftBehind(): () => void {
  const { BroadcastChannel: Channel, setTimeout, setInterval } = globalThis
  globalThis.BroadcastChannel = class extends Channel {
    constructor(name: string) {
      super(name)
      channels.add(this)
    }
  }
  globalThis.setTimeout = noted(setTimeout as never)
  globalThis.setInterval = noted(setInterval as never)
  const restoreFrames = 'document' in globalThis ? frameWithoutClock() : () => undefined
  return () => {
    Object.assign(globalThis, { BroadcastChannel: Channel, setTimeout, setInterval })
    restoreFrames()
  }
}

/** Ends it: nothing of it happens among the modules of the next page or file. */
export function endLeftBehind(): void {
  for (const channel of channels) channel.close()
  for (const timer of timers) clearTimeout(timer)
  channels.clear()
  timers.clear()
}
