import { setTimeout as pause } from 'node:timers/promises'
import { bus } from '../bus.ts'
import { logger } from '../logger.ts'
import { attempt, ShutsDown } from './job-attempt.ts'
import { measureJobs } from './job-figures.ts'
import { jobKinds, type JobKind } from './job-kinds.ts'
import { isDue, nextDueInMs, takeJob, takeJobs } from './job-store.ts'
import { reviveJobs } from './job-upkeep.ts'
import type { JobDocument } from './jobs.model.ts'

/** How often the queue is read for jobs of other processes, ms. One indexed query. */
const POLL_MS = 3_000
/**
 * Pause between two reads of the queue, ms. Jobs that end or become due meanwhile are taken together: under load the
 * queue would otherwise be read for each of them.
 */
const FILL_PAUSE_MS = 25
/** How often what would stop work for good is looked for, ms. */
const UPKEEP_MS = 10 * 60_000
/** How long a shutdown waits for running jobs, ms. */
const DRAIN_MS = 10_000

interface Running {
  readonly kind: string
  readonly end: AbortController
  readonly done: Promise<void>
}

const running = new Set<Running>()
let open = false
let limitedTo: readonly string[] | undefined

measureJobs()

/**
 * Runs due jobs, of this process and of others: of all known kinds, or only of `only`. `pollMs`: how soon it finds what
 * other processes have enqueued. Returns the function that stops taking new ones.
 */
export function startJobs(only?: readonly string[], pollMs = POLL_MS): () => void {
  open = true
  limitedTo = only
  const stopListening = bus.onLocal('job:enqueued', ({ afterMs }) => wakeIn(afterMs))
  const poll = setInterval(wake, pollMs).unref()
  const upkeeping = setInterval(startUpkeep, UPKEEP_MS).unref()
  startUpkeep()
  return () => {
    open = false
    stopListening()
    clearInterval(poll)
    clearInterval(upkeeping)
    clearTimeout(next.timer)
    next = NEVER
  }
}

/**
 * Aborts the running jobs and returns them to the queue, where another process takes them at once. Waits for
 * a limited time.
 */
export async function closeJobs(): Promise<void> {
  open = false
  running.forEach(({ end }) => end.abort(new ShutsDown('This process shuts down')))
  const drained = new AbortController()
  const late = pause(DRAIN_MS, 'late', { signal: drained.signal, ref: false }).catch(() => 'drained')
  const outcome = await Promise.race([drain(), late])
  drained.abort()
  if (outcome === 'late')
    logger.warn(
      { jobs: running.size },
      'some jobs did not end in time; another process takes them when their leases are over',
    )
}

// A job that is just being taken still begins, and is returned like the others.
async function drain(): Promise<void> {
  await Promise.all([filling, upkeep])
  await Promise.all([...running].map(({ done }) => done))
}

const served = (): JobKind[] => [...jobKinds.values()].filter(({ kind }) => limitedTo?.includes(kind) ?? true)

let upkeep: Promise<void> | null = null
function startUpkeep(): void {
  upkeep = reviveJobs(served())
    .catch((error: unknown) => logger.error({ err: error }, 'the queue of jobs could not be looked after'))
    .then(wake)
}

const NEVER: { at: number; timer?: NodeJS.Timeout } = { at: Infinity }
/** The earliest wake-up that is planned; each read of the queue plans the one after it. */
let next = NEVER

function wakeIn(ms: number): void {
  if (ms === 0) return wake()
  const at = performance.now() + ms
  if (!open || ms >= POLL_MS || at >= next.at) return
  clearTimeout(next.timer)
  const timer = setTimeout(() => {
    next = NEVER
    wake()
  }, ms).unref()
  next = { at, timer }
}

let filling: Promise<void> | null = null
let wokenMeanwhile = false
function wake(): void {
  wokenMeanwhile = true
  if (filling || !open) return
  filling = fill()
    .catch((error: unknown) => logger.error({ err: error }, 'the queue of jobs could not be read'))
    .finally(() => void (filling = null))
}

let filledAt = -Infinity
async function fill(): Promise<void> {
  while (wokenMeanwhile) {
    const early = filledAt + FILL_PAUSE_MS - performance.now()
    if (early > 0) await pause(early)
    wokenMeanwhile = false
    const done = new Set<string>()
    while (await takeSome(done));
    filledAt = performance.now()
    await planNext()
  }
}

/**
 * Plans the next read for the moment when a job is due. A kind without free places is read when one of its jobs ends,
 * and one that cannot always run every POLL_MS.
 */
async function planNext(): Promise<void> {
  const kinds = served().filter((kind) => !kind.canRun && freePlaces(kind) > 0)
  const ms = open ? await nextDueInMs(kinds.map(({ kind }) => kind)) : null
  if (ms !== null) wakeIn(Math.max(ms, FILL_PAUSE_MS))
}

/** Begins the oldest due job and further ones of its kind. Adds kinds that are done for now. False: nothing is due. */
async function takeSome(done: Set<string>): Promise<boolean> {
  const job = await takeNext(done)
  if (!job) return false
  const kind = jobKinds.get(job.kind)
  if (!kind) throw new Error(`Nobody knows jobs of the kind ${job.kind}`)
  begin(kind, job)
  if (kind.canRun) return true
  const free = open ? freePlaces(kind) : 0
  const more = free > 0 ? await takeJobs(kind.kind, free) : []
  for (const one of more) begin(kind, one)
  // Others become due while the queue is read: the next fill takes them together.
  if (more.length < free) done.add(kind.kind)
  return true
}

async function takeNext(done: ReadonlySet<string>): Promise<JobDocument | null> {
  if (!open) return null
  const names: string[] = []
  for (const kind of served()) {
    const { kind: name, canRun } = kind
    if (!done.has(name) && freePlaces(kind) > 0 && (!canRun || ((await isDue(name)) && (await canRun()))))
      names.push(name)
  }
  return takeJob(names)
}

const freePlaces = ({ kind, concurrency }: JobKind): number =>
  concurrency - [...running].filter((one) => one.kind === kind).length

function begin(kind: JobKind, job: JobDocument): void {
  const end = new AbortController()
  if (!open) end.abort(new ShutsDown('This process shuts down'))
  const done = attempt(kind, job, end).finally(() => {
    running.delete(entry)
    wake()
  })
  const entry: Running = { kind: job.kind, end, done }
  running.add(entry)
}
