/**
 * One Ctrl-C arrives twice: from the terminal, and from npm, which forwards it. A later signal counts as a
 * second Ctrl-C, ms.
 */
const SAME_PRESS_MS = 500

/**
 * Listens to the signals that end a process: the first asks for an orderly shutdown, a later one for an
 * immediate end.
 */
export function onStopSignals(
  stop: (signal: NodeJS.Signals) => void,
  endAtOnce: (signal: NodeJS.Signals) => void,
): void {
  let asked: number | undefined
  const hear = (signal: NodeJS.Signals) => {
    if (asked === undefined) {
      asked = performance.now()
      stop(signal)
    } else if (performance.now() - asked > SAME_PRESS_MS) endAtOnce(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, hear)
}
