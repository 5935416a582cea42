import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { bus } from '#server/platform/bus.ts'
import { config } from '#server/platform/config.ts'
import { reportUnexpected } from '#server/platform/error-reports.ts'
import { logger } from '#server/platform/logger.ts'
import { PROCESS_ID } from '#server/platform/process-id.ts'
import { VERSION } from '#server/platform/version.ts'
import { Described, describe } from './fingerprint.ts'

const FOLDER = path.resolve(config.DATA_DIR, 'running')
/**
 * Interval of a process's sign of life, and the silence after which another machine's process counts as dead,
 * ms.
 */
const BEAT = 30_000
const SILENCE = 4 * BEAT
/** At most this many crash notes are kept, the newest (LIVE L17). */
const MAX_REPORTS = 100

/** A file of a running process: it is left when the process had no orderly end. */
const Note = z.object({
  pid: z.int(),
  host: z.string(),
  /** Missing in the note of a version before 0.2. */
  version: z.string().optional(),
  /** The error it crashed with, without personal data. */
  crash: z
    .object({ name: z.string(), message: z.string(), where: z.string().nullable(), at: z.iso.datetime() })
    .nullable(),
})
type Note = z.infer<typeof Note>

export interface CrashReporter {
  /** Notes an error that ends the process. Uncaught errors are noted anyway. */
  fellOver(error: unknown): void
}

/** Starts this process's crash note. */
export function startCrashReports(): CrashReporter {
  const file = path.join(FOLDER, `${PROCESS_ID}.json`)
  let fell = false
  const note = (crash: Note['crash']) =>
    tried(() =>
      writeFileSync(
        file,
        JSON.stringify({ pid: process.pid, host: hostname(), version: VERSION, crash } satisfies Note),
        {
          mode: 0o600,
        },
      ),
    )
  const fellOver = (error: unknown) => {
    fell = true
    note({ ...describe(error), at: new Date().toISOString() })
  }
  tried(() => mkdirSync(FOLDER, { recursive: true }))
  reports()
    .slice(MAX_REPORTS)
    .forEach(({ name }) => take(name))
  note(null)
  // Only listens: the process ends as without it.
  process.on('uncaughtExceptionMonitor', fellOver)
  process.on('exit', () => !fell && tried(() => rmSync(file, { force: true })))
  setInterval(() => tried(() => utimesSync(file, new Date(), new Date())), BEAT).unref()
  return { fellOver }
}

/** Reports processes without an orderly end to the monitor, each once, by whichever process comes first. */
export function reportUncleanExits(): void {
  for (const { name, at } of reports()) {
    const note = parseReport(name)
    if ((note && isRunning(note, at)) || !take(name)) continue
    const lastCrash = note?.crash
      ? { error: new Described(note.crash), at: new Date(note.crash.at), during: 'the process ended by it' }
      : { error: new Described(NO_WORD), at: new Date(), during: 'the process was running' }
    reportUnexpected({ source: 'server', test: false, ...lastCrash })
    const { name: kind, message } = describe(lastCrash.error)
    bus.emit('process:died', {
      process: path.parse(name).name,
      words: note?.crash ? `${kind}: ${message}` : message,
      ...(note && { name: `${note.host}:${note.pid}, version ${note.version ?? 'unknown'}` }),
    })
    logger.warn({ reason: lastCrash.error.message }, 'an earlier process had no orderly end')
  }
}

const NO_WORD = {
  name: 'Error',
  message: 'The process ended without a word: it was killed, or had no memory left',
  where: null,
}

/** Newest first. */
function reports(): { name: string; at: number }[] {
  const names = tried(() => readdirSync(FOLDER)) ?? []
  const dated = names.flatMap((name) => {
    const found = statSync(path.join(FOLDER, name), { throwIfNoEntry: false })
    return found ? { name, at: found.mtimeMs } : []
  })
  return dated.sort((a, b) => b.at - a.at)
}

/** Null for an incomplete file. */
function parseReport(name: string): Note | null {
  try {
    return Note.parse(JSON.parse(readFileSync(path.join(FOLDER, name), 'utf8')))
  } catch (error) {
    logger.debug({ err: error }, 'a note of an earlier process cannot be read')
    return null
  }
}

function isRunning({ pid, host, crash }: Note, at: number): boolean {
  if (crash) return false
  if (host !== hostname()) return Date.now() - at < SILENCE
  // An earlier process with this number: our own note is not older than this process.
  if (pid === process.pid) return at > Date.now() - process.uptime() * 1000
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** True for the one process that deletes it. */
function take(name: string): boolean {
  return tried(() => rmSync(path.join(FOLDER, name)) ?? true) ?? false
}

// A failure here must not stop a process from starting or ending.
function tried<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      logger.warn({ err: error }, 'no word can be left of how this process ends')
    return undefined
  }
}
