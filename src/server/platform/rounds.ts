/**
 * Lets in together what comes together, so that its reads of the store share commands (`batchReads`). The first one
 * enters at once; whoever comes while others are in waits until they have left, at most `longestWaitMs`, and then all
 * of these enter in the same turn of the event loop. `enter` resolves with how to leave.
 */
export function createRounds(longestWaitMs: number): { enter(): Promise<() => void> } {
  let waiting: (() => void)[] = []
  let inside = 0
  let timer: NodeJS.Timeout | undefined
  let isBeginning = false

  function begin(): void {
    clearTimeout(timer)
    timer = undefined
    isBeginning = false
    const round = waiting
    waiting = []
    inside += round.length
    for (const enter of round) enter()
  }

  function leaveOnce(): () => void {
    let left = false
    return () => {
      if (left) return
      left = true
      inside -= 1
      beginSoon()
    }
  }

  function beginSoon(): void {
    if (waiting.length === 0 || isBeginning) return
    if (inside > 0) timer ??= setTimeout(begin, longestWaitMs)
    else {
      isBeginning = true
      setImmediate(begin)
    }
  }

  return {
    enter: () =>
      new Promise((resolve) => {
        waiting.push(() => resolve(leaveOnce()))
        beginSoon()
      }),
  }
}
