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
afterAll(async () => {
  // Code that a screen still loads would otherwise run among the modules of the next file.
  await vi.dynamicImportSettled()
  for (const channel of channels) channel.close()
  globalThis.BroadcastChannel = Channel
})
