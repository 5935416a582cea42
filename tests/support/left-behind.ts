const channels = new Set<BroadcastChannel>()
const timers = new Set<NodeJS.Timeout | number>()

const noted = <T extends (...args: never[]) => NodeJS.Timeout>(set: T): T =>
  Object.assign((...args: Parameters<T>) => {
    const timer = set(...args)
    timers.add(timer)
    return timer
  }, set)

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
  return () => void Object.assign(globalThis, { BroadcastChannel: Channel, setTimeout, setInterval })
}

/** Ends it: nothing of it happens among the modules of the next page or file. */
export function endLeftBehind(): void {
  for (const channel of channels) channel.close()
  for (const timer of timers) clearTimeout(timer)
  channels.clear()
  timers.clear()
}
