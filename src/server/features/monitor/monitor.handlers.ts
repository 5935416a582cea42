import path from 'node:path'
import mongoose from 'mongoose'
import { bus } from '#server/platform/bus.ts'
import { REPAIRS, type TestError } from '#contract/monitor.constants.ts'
import { logger } from '#server/platform/logger.ts'
import { config } from '#server/platform/config.ts'
import { PROCESS_ID } from '#server/platform/process-id.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { onConditionEnd, type ConditionName } from '#server/platform/conditions.ts'
import { fixOfItself } from './fixes.ts'
import { emitMonitorChanged } from './monitor-change.ts'
import { flushErrors, listenForErrors } from './error-intake.ts'
import { livingPipes, writePipe } from './server-map/pipes.service.ts'
import { runCheck } from './repairs.ts'
import { ErrorGroupModel } from './error-groups.model.ts'

/** Interval of the periodic checks, and the delay of the first, ms. */
const CHECK_EVERY_MS = 5 * 60_000
const FIRST_CHECK_MS = 30_000

/** Collects the errors of this process, and runs the repairs that a rule names. */
export const collectErrors = (): (() => void) =>
  listenForErrors((fingerprints) => void fixOfItself(fingerprints).catch(quietly))

/** Starts the monitor: collects errors, runs the repairs that a rule names, and checks periodically. */
export function startMonitor(): () => void {
  const stops = [
    collectErrors(),
    onConditionEnd((name, begins) => void settle(name, begins).catch(quietly)),
    // A failing listener: the test error is handled like any other.
    bus.onLocal('monitor:tested', ({ errorType }) => breakSomething(errorType)),
  ]
  const timers = [
    setTimeout(() => void periodicCheck(), FIRST_CHECK_MS).unref(),
    setInterval(() => void periodicCheck(), CHECK_EVERY_MS).unref(),
  ]
  return () => {
    timers.forEach(clearTimeout)
    stops.forEach((stop) => stop())
  }
}

/** Resolves the error that told of a condition, unless another process still has it. */
async function settle(name: ConditionName, begins: string): Promise<void> {
  await flushErrors()
  // Two processes may end it at the same moment: each writes that it has ended before it looks at the other.
  await writePipe()
  const others = await livingPipes()
  if (others.some(({ _id, surroundings }) => _id !== PROCESS_ID && surroundings?.conditions.includes(name)))
    return
  const { modifiedCount } = await ErrorGroupModel.updateMany(
    { during: begins, resolved: false },
    { $set: { resolved: true }, $inc: { rev: 1 } },
  )
  if (modifiedCount > 0) emitMonitorChanged()
}

// A check that throws has its error as outcome. What is broken is logged as an error, so that it becomes an
// error group.
async function periodicCheck(): Promise<void> {
  for (const repair of REPAIRS) {
    const { outcome, detail } = await runCheck(repair)
    if (outcome === 'failed' && repair !== 'page')
      logger.error({ err: new Error(detail), job: 'monitor' }, `a round of the house: ${WORDS[repair]}`)
  }
  emitMonitorChanged()
}

/** Words that the rules match. */
const WORDS = {
  store: 'Database connectivity',
  folders: 'folders of media',
  media: 'pictures and videos',
  mail: 'mail',
  page: 'page',
} as const

// Not an error: the monitor would react to itself without end.
const quietly = (error: unknown): void => logger.warn({ err: error }, 'an error could not be handled')

/** Writes the last errors; lost when the store fails now. */
export const closeMonitor = (): Promise<unknown> =>
  flushErrors().catch((error: unknown) => logger.warn({ err: error }, 'the last errors could not be written'))

/** Each causes a real error of its type, where such errors occur. */
const BREAKS: Record<TestError, () => Promise<unknown>> = {
  database: async () => mongoose.connection.db?.command({ flushTheCrown: 1 }),
  media: async () =>
    (await storage()).copyTo(
      'test/nothing-was-uploaded',
      path.join(config.UPLOADS_DIR, '.work', 'never-written'),
    ),
  validation: () => new ErrorGroupModel({ severity: 'LOW' }).validate(),
  runtime: async () => (JSON.parse('{}') as { throne: { seat: string } }).throne.seat,
}

/** Causes an error of its type. Always rejects. */
export async function breakSomething(errorType: TestError): Promise<void> {
  await BREAKS[errorType]()
}
