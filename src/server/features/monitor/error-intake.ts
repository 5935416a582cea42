import { trusted } from 'mongoose'
import type { FaultSource } from '#contract/monitor.constants.ts'
import { onFault, type Fault } from '#server/platform/faults.ts'
import { isDuplicateKey } from '#server/platform/errors.ts'
import { logger } from '#server/platform/logger.ts'
import { ErrorGroupModel } from './error-groups.model.ts'
import { describe, fingerprintOf, type Description } from './fingerprint.ts'
import { emitMonitorChanged } from './monitor.change.ts'
import { judge, type Judgement } from './monitor.rules.ts'

/** Errors are collected this long before a write, ms. */
const GATHER = 500
/** Pause before the next write after the store failed, ms. */
const AGAIN = 5_000
/**
 * Different errors collected between two writes, and groups in the store; further ones are counted together
 * (LIVE L17).
 */
const MOST_HELD = 200
const MOST_GROUPS = 1_000

/** A group of errors to be written. */
interface Heard extends Description, Judgement {
  fingerprint: string
  source: FaultSource
  during: string
  test: boolean
  count: number
  at: Date
}

const intake = {
  held: new Map<string, Heard>(),
  timer: null as NodeJS.Timeout | null,
  writing: Promise.resolve(),
  works: true,
}

/** Collects all errors of this process. `after` runs when some are stored, with their fingerprints. */
export function listenForErrors(after: (fingerprints: readonly string[]) => void): () => void {
  const stop = onFault((fault) => {
    hold(describeFault(fault))
    intake.timer ??= setTimeout(() => void flushErrors().then(after, tryLater), GATHER).unref()
  })
  const tryLater = (error: unknown) => {
    intake.works = false
    // Not logged as an error: it would be collected, and fail to be written, for ever.
    logger.warn({ err: error }, 'faults could not be written and wait')
    intake.timer ??= setTimeout(() => void flushErrors().then(after, tryLater), AGAIN).unref()
  }
  return () => {
    stop()
    if (intake.timer) clearTimeout(intake.timer)
  }
}

/** Whether the last write succeeded. */
export const intakeWorks = (): boolean => intake.works

function describeFault({ source, error, during, test, at = new Date() }: Fault): Heard {
  const description = describe(error)
  const judgement = judge(source, description, during)
  return {
    ...description,
    ...judgement,
    fingerprint: fingerprintOf(`${source} ${judgement.type}${test ? ' test' : ''}`, description),
    source,
    during,
    test,
    count: 1,
    at,
  }
}

function hold(fault: Heard): void {
  const isKnown = intake.held.has(fault.fingerprint)
  add(intake.held, isKnown || intake.held.size < MOST_HELD ? fault : oneOfMany(fault))
}

function add(groups: Map<string, Heard>, fault: Heard): void {
  const known = groups.get(fault.fingerprint)
  groups.set(fault.fingerprint, known ? { ...known, count: known.count + fault.count, at: fault.at } : fault)
}

const OTHERS = 'Others'

/** One group for all errors above the limit. */
function oneOfMany({ source, count, at }: Heard): Heard {
  const description = { name: OTHERS, message: 'More different errors than are kept apart', where: null }
  return {
    ...description,
    ...judge(source, description, ''),
    fingerprint: fingerprintOf(source, description),
    source,
    during: '',
    test: false,
    count,
    at,
  }
}

/**
 * Writes the collected errors and returns their fingerprints. Rejects when the store fails; they are kept
 * then.
 */
export async function flushErrors(): Promise<readonly string[]> {
  if (intake.timer) clearTimeout(intake.timer)
  intake.timer = null
  const faults = [...intake.held.values()]
  intake.held = new Map()
  const written = intake.writing.then(() => writeAll(faults))
  intake.writing = written.then(
    () => undefined,
    () => undefined,
  )
  await written
  intake.works = true
  if (faults.length > 0) emitMonitorChanged()
  return faults.map(({ fingerprint }) => fingerprint)
}

async function writeAll(faults: readonly Heard[]): Promise<void> {
  const waiting = [...(await withinBounds(faults))]
  try {
    for (; waiting.length > 0; waiting.shift()) await write(waiting[0]!)
  } catch (error) {
    waiting.forEach(hold)
    throw error
  }
}

/** Limits the number of groups, so that made-up errors cannot fill the store. */
async function withinBounds(faults: readonly Heard[]): Promise<readonly Heard[]> {
  const room = MOST_GROUPS - (await ErrorGroupModel.estimatedDocumentCount())
  if (faults.length <= room) return faults
  const known = new Set(
    await ErrorGroupModel.distinct('fingerprint', {
      fingerprint: trusted({ $in: faults.map(({ fingerprint }) => fingerprint) }),
    }),
  )
  let left = Math.max(0, room)
  const groups = new Map<string, Heard>()
  for (const fault of faults)
    add(groups, known.has(fault.fingerprint) || left-- > 0 ? fault : oneOfMany(fault))
  return [...groups.values()]
}

async function write(fault: Heard): Promise<void> {
  const { fingerprint, name, message, where, source, during, test, count, at, ...judgement } = fault
  const met = { ...judgement, during, lastSeen: at }
  // A resolved error has come back.
  const back = await ErrorGroupModel.updateOne(
    { fingerprint, resolved: true },
    { $set: { ...met, resolved: false }, $inc: { count, rev: 1, regressions: 1 } },
  )
  if (back.matchedCount > 0) return
  const change = {
    $inc: { count, rev: 1 },
    $set: met,
    $setOnInsert: {
      message: name === OTHERS ? message : `${name}: ${message}`,
      where,
      source,
      test,
      firstSeen: at,
      resolved: false,
    },
  }
  const upsert = () => ErrorGroupModel.updateOne({ fingerprint }, change, { upsert: true })
  await upsert().catch((error: unknown) => {
    // Another process has stored the group at the same moment.
    if (!isDuplicateKey(error)) throw error
    return upsert()
  })
}
