import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { config } from '#server/platform/config.ts'
import { reportFault } from '#server/platform/faults.ts'
import { logger } from '#server/platform/logger.ts'
import { Described, describe } from './fingerprint.ts'

const FOLDER = path.resolve(config.DATA_DIR, 'running')
/**
 * How often a process says that it lives, and after how long of silence another machine's is taken for dead,
 * ms.
 */
const BEAT = 30_000
const SILENCE = 4 * BEAT
/** Notes of processes that fell before anybody could tell of them: the newest few (LIVE L17). */
const MOST = 100

/** What a process leaves lying while it runs: still there when it does not run, it had no orderly end. */
const Note = z.object({
  pid: z.int(),
  host: z.string(),
  /** What it fell over, in words that may be kept. */
  crash: z
    .object({ name: z.string(), message: z.string(), where: z.string().nullable(), at: z.iso.datetime() })
    .nullable(),
})
type Note = z.infer<typeof Note>

export interface CrashReporter {
  /** It ends by this, on purpose. What nobody catches is noted without being told. */
  fellOver(error: unknown): void
}

/** From now on this process leaves word of how it ends. */
export function startCrashReports(): CrashReporter {
  const file = path.join(FOLDER, `${randomUUID()}.json`)
  let fell = false
  const note = (crash: Note['crash']) =>
    tried(() =>
      writeFileSync(file, JSON.stringify({ pid: process.pid, host: hostname(), crash } satisfies Note), {
        mode: 0o600,
      }),
    )
  const fellOver = (error: unknown) => {
    fell = true
    note({ ...describe(error), at: new Date().toISOString() })
  }
  tried(() => mkdirSync(FOLDER, { recursive: true }))
  notes()
    .slice(MOST)
    .forEach(({ name }) => take(name))
  note(null)
  // Hears it and changes nothing: the process ends as it would have.
  process.on('uncaughtExceptionMonitor', fellOver)
  process.on('exit', () => !fell && tried(() => rmSync(file, { force: true })))
  setInterval(() => tried(() => utimesSync(file, new Date(), new Date())), BEAT).unref()
  return { fellOver }
}

/** Tells the monitor of processes that had no orderly end; each is told of once, by whoever comes first. */
export function reportUncleanExits(): void {
  for (const { name, at } of notes()) {
    const note = read(name)
    if ((note && isRunning(note, at)) || !take(name)) continue
    const met = note?.crash
      ? { error: new Described(note.crash), at: new Date(note.crash.at), during: 'the process ended by it' }
      : { error: new Described(NO_WORD), at: new Date(), during: 'the process was running' }
    reportFault({ source: 'server', test: false, ...met })
    logger.warn({ reason: met.error.message }, 'an earlier process had no orderly end')
  }
}

const NO_WORD = {
  name: 'Error',
  message: 'The process ended without a word: it was killed, or had no memory left',
  where: null,
}

/** Newest first. */
function notes(): { name: string; at: number }[] {
  const names = tried(() => readdirSync(FOLDER)) ?? []
  const dated = names.flatMap((name) => {
    const found = statSync(path.join(FOLDER, name), { throwIfNoEntry: false })
    return found ? { name, at: found.mtimeMs } : []
  })
  return dated.sort((a, b) => b.at - a.at)
}

/** Null for what was only half written. */
function read(name: string): Note | null {
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
  // An earlier process of this number: our own note is not older than we are.
  if (pid === process.pid) return at > Date.now() - process.uptime() * 1000
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** True for the one process that takes it away. */
function take(name: string): boolean {
  return tried(() => rmSync(path.join(FOLDER, name)) ?? true) ?? false
}

// Nothing here may keep a process from starting, or from ending as it would have.
function tried<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      logger.warn({ err: error }, 'no word can be left of how this process ends')
    return undefined
  }
}
