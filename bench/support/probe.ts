import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Preloaded into each measured server, product and bare alike: sends figures that only the process itself
 * knows to its parent.
 */
const RESOLUTION = 1
let delays: ReturnType<typeof monitorEventLoopDelay> | undefined
let commands: string[] | undefined

const answers: Record<string, () => number | string[] | Promise<number | string[]>> = {
  /** Microseconds of CPU used so far, in user and system. */
  cpu: () => {
    const { user, system } = process.cpuUsage()
    return user + system
  },
  /** Bytes of heap in use after a full garbage collection. */
  heap: async () => {
    for (let time = 0; time < 4; time += 1) {
      globalThis.gc?.()
      await pause(50)
    }
    return process.memoryUsage().heapUsed
  },
  watchStalls: () => {
    delays = monitorEventLoopDelay({ resolution: RESOLUTION })
    delays.enable()
    return 0
  },
  /** Longest block of the event loop since `watchStalls`, milliseconds. */
  longestStall: () => {
    delays?.disable()
    return Math.max(0, (delays?.max ?? 0) / 1e6 - RESOLUTION)
  },
  /** Names of the database commands since `watchCommands`. */
  watchCommands: async () => {
    const heard: string[] = []
    if (!commands) {
      const { default: mongoose } = await import('mongoose')
      mongoose.connection
        .getClient()
        .on('commandStarted', ({ commandName }) => void commands?.push(commandName))
    }
    commands = heard
    return 0
  },
  commands: () => commands ?? [],
}

process.on('message', ({ ask }: { ask: string }) => {
  void Promise.resolve(answers[ask]?.() ?? NaN).then((value) => process.send?.({ ask, value }))
})
// The channel does not keep a server alive, and a server ends with the bench, however the bench ends.
process.channel?.unref()
process.on('disconnect', () => process.exit(0))
