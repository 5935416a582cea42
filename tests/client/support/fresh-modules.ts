import { afterAll, vi } from 'vitest'

// The files of a worker share the packages they load, but no module of ours: modules keep stores and lists of
// listeners.
vi.resetModules()

// Nor do they share a browser: the pages of one file hear no tab of the next.
const Channel = globalThis.BroadcastChannel
const channels: BroadcastChannel[] = []
globalThis.BroadcastChannel = class extends Channel {
  constructor(name: string) {
    super(name)
    channels.push(this)
  }
}

// What a file has left to happen later does not happen among the modules of the next one: it would load code there that
// takes part in its resyncs.
const real = { setTimeout: globalThis.setTimeout, setInterval: globalThis.setInterval }
const timers: (NodeJS.Timeout | number)[] = []
const tracked = <T extends (...args: never[]) => NodeJS.Timeout>(set: T): T =>
  Object.assign((...args: Parameters<T>) => {
    const timer = set(...args)
    timers.push(timer)
    return timer
  }, set)
globalThis.setTimeout = tracked(real.setTimeout as never)
globalThis.setInterval = tracked(real.setInterval as never)

afterAll(async () => {
  // Code that a screen still loads would otherwise run among the modules of the next file.
  await vi.dynamicImportSettled()
  for (const channel of channels) channel.close()
  for (const timer of timers) clearTimeout(timer)
  Object.assign(globalThis, real)
  globalThis.BroadcastChannel = Channel
})
