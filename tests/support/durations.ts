/**
 * How long `work` takes, in ms, without the time in which this process did not run: on a machine with other
 * work a process may stand still for a second, and then the clock says nothing about the product.
 */
export async function runningTime(work: () => unknown): Promise<number> {
  const TICK_MS = 5
  let ticks = 0
  // Ticks that could not happen are not made up for.
  const ticking = setInterval(() => (ticks += 1), TICK_MS)
  try {
    await work()
  } finally {
    clearInterval(ticking)
  }
  return ticks * TICK_MS
}

/** How much processor time `work` takes on this thread, in ms. `work` must not wait for anything. */
export function processorTime(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
