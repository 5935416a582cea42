import { bus } from '#server/platform/bus.ts'
import { REPAIRS } from '#contract/monitor.constants.ts'
import { logger } from '#server/platform/logger.ts'
import { fixOfItself } from './fixes.ts'
import { emitMonitorChanged } from './monitor.change.ts'
import { flushErrors, listenForErrors } from './error-intake.ts'
import { runCheck } from './repairs.ts'
import { breakSomething } from './test-errors.ts'

/** How often the site is checked without anybody asking, and when first, ms. */
const ROUND = 5 * 60_000
const FIRST_ROUND = 30_000

/**
 * The monitor's ears and hands: hears every fault, sees to those that a rule knows a repair for, and walks
 * its rounds.
 */
export function startMonitor(): () => void {
  const stops = [
    listenForErrors((fingerprints) => void fixOfItself(fingerprints).catch(quietly)),
    // Breaks as a listener that fails does: from here on it is like any other error.
    bus.onLocal('monitor:tested', ({ errorType }) => breakSomething(errorType)),
  ]
  const timers = [
    setTimeout(() => void walkRound(), FIRST_ROUND).unref(),
    setInterval(() => void walkRound(), ROUND).unref(),
  ]
  return () => {
    timers.forEach(clearTimeout)
    stops.forEach((stop) => stop())
  }
}

// What a look throws is its finding; what it finds broken is an error like any other, so that somebody hears
// of it.
async function walkRound(): Promise<void> {
  for (const repair of REPAIRS) {
    const { outcome, detail } = await runCheck(repair)
    if (outcome === 'failed' && repair !== 'page')
      logger.error({ err: new Error(detail), job: 'monitor' }, `a round of the house: ${WORDS[repair]}`)
  }
  emitMonitorChanged()
}

/** As the rules know each part. */
const WORDS = {
  store: 'Database connectivity',
  folders: 'folders of media',
  media: 'pictures and videos',
  mail: 'mail',
  page: 'page',
} as const

// Not as an error: the monitor would see to itself without end.
const quietly = (error: unknown): void => logger.warn({ err: error }, 'a fault could not be seen to')

/** Writes what was heard last; what the store does not take now is lost. */
export const closeMonitor = (): Promise<unknown> =>
  flushErrors().catch((error: unknown) => logger.warn({ err: error }, 'the last faults could not be written'))
