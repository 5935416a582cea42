import { trusted } from 'mongoose'
import type { ErrorSource } from '#contract/monitor.constants.ts'
import { onErrorReport, type ErrorReport } from '#server/platform/error-reports.ts'
import { isDuplicateKey } from '#server/platform/errors.ts'
import { logger } from '#server/platform/logger.ts'
import { clock } from '#server/platform/clock.ts'
import { errorReports } from '#server/platform/metrics.ts'
import { ErrorGroupModel } from './error-groups.model.ts'
import { describe, fingerprintOf, type Description } from './fingerprint.ts'
import { emitMonitorChanged } from './monitor-change.ts'
import { judgeError, type Judgement } from './monitor-rules.ts'

/** Errors are collected this long before a write, ms. */
const DEBOUNCE_MS = 500
/** Pause before the next write after the store failed, ms. */
const RETRY_MS = 5_000
/**
 * Different errors collected between two writes, and groups in the store; further ones are counted together
 * (LIVE L17).
 */
const MAX_WAITING = 200
const MAX_GROUPS = 1_000

/** A group of errors to be written. */
interface Occurrence extends Description, Judgement {
  fingerprint: string
  source: ErrorSource
  during: string
  test: boolean
  count: number
  at: Date
}

const intake = {
  waiting: new Map<string, Occurrence>(),
  timer: null as NodeJS.Timeout | null,
  writing: Promise.resolve(),
  works: true,
}

/** Collects all errors of this process. `after` runs when some are stored, with their fingerprints. */
export function listenForErrors(after: (fingerprints: readonly string[]) => void): () => void {
  const stop = onErrorReport((report) => {
    const occurrence = occurrenceOf(report)
    errorReports.inc({ area: occurrence.type, source: occurrence.source })
    collect(occurrence)
    intake.timer ??= setTimeout(() => void flushErrors().then(after, tryLater), DEBOUNCE_MS).unref()
  })
  const tryLater = (error: unknown) => {
    intake.works = false
    // Not logged as an error: it would be collected, and fail to be written, for ever.
    logger.warn({ err: error }, 'errors could not be stored; they are kept and stored later')
    intake.timer ??= setTimeout(() => void flushErrors().then(after, tryLater), RETRY_MS).unref()
  }
  return () => {
    stop()
    if (intake.timer) clearTimeout(intake.timer)
  }
}

/** Whether the last write succeeded. */
export const intakeWorks = (): boolean => intake.works

function occurrenceOf({ source, error, during, test, at = clock.date() }: ErrorReport): Occurrence {
  const description = describe(error)
  const judgement = judgeError(source, description, during)
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

function collect(occurrence: Occurrence): void {
  const isKnown = intake.waiting.has(occurrence.fingerprint)
  add(intake.waiting, isKnown || intake.waiting.size < MAX_WAITING ? occurrence : oneOfMany(occurrence))
}

function add(groups: Map<string, Occurrence>, occurrence: Occurrence): void {
  const known = groups.get(occurrence.fingerprint)
  groups.set(
    occurrence.fingerprint,
    known ? { ...known, count: known.count + occurrence.count, at: occurrence.at } : occurrence,
  )
}

const OTHERS = 'Others'

/** One group for all errors above the limit. */
function oneOfMany({ source, count, at }: Occurrence): Occurrence {
  const description = { name: OTHERS, message: 'More different errors than are kept apart', where: null }
  return {
    ...description,
    ...judgeError(source, description, ''),
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
  const occurrences = [...intake.waiting.values()]
  intake.waiting = new Map()
  const written = intake.writing.then(() => writeAll(occurrences))
  intake.writing = written.then(
    () => undefined,
    () => undefined,
  )
  await written
  intake.works = true
  if (occurrences.length > 0) emitMonitorChanged()
  return occurrences.map(({ fingerprint }) => fingerprint)
}

async function writeAll(occurrences: readonly Occurrence[]): Promise<void> {
  const waiting = [...(await withinBounds(occurrences))]
  try {
    for (; waiting.length > 0; waiting.shift()) await write(waiting[0]!)
  } catch (error) {
    waiting.forEach(collect)
    throw error
  }
}

/** Limits the number of groups, so that made-up errors cannot fill the store. */
async function withinBounds(occurrences: readonly Occurrence[]): Promise<readonly Occurrence[]> {
  const room = MAX_GROUPS - (await ErrorGroupModel.estimatedDocumentCount())
  if (occurrences.length <= room) return occurrences
  const known = new Set(
    await ErrorGroupModel.distinct('fingerprint', {
      fingerprint: trusted({ $in: occurrences.map(({ fingerprint }) => fingerprint) }),
    }),
  )
  let left = Math.max(0, room)
  const groups = new Map<string, Occurrence>()
  for (const occurrence of occurrences)
    add(groups, known.has(occurrence.fingerprint) || left-- > 0 ? occurrence : oneOfMany(occurrence))
  return [...groups.values()]
}

async function write(occurrence: Occurrence): Promise<void> {
  const { fingerprint, name, message, where, source, during, test, count, at, ...judgement } = occurrence
  const seen = { ...judgement, during, lastSeen: at }
  // A resolved error has come back.
  const reopened = await ErrorGroupModel.updateOne(
    { fingerprint, resolved: true },
    { $set: { ...seen, resolved: false }, $inc: { count, rev: 1, regressions: 1 } },
  )
  if (reopened.matchedCount > 0) return
  const change = {
    $inc: { count, rev: 1 },
    $set: seen,
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
