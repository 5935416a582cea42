import { readdirSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

/**
 * Lets this process wait while requests need the cores. Of every thread: on Linux each has a priority of its own, and
 * not all work is done by the first one.
 */
export function lowerPriority(): void {
  const low = Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL)
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid]
  // Threads that begin later inherit it.
  for (const id of threads) setPriority(id, low)
}
