import { performance } from 'node:perf_hooks'
import { trusted } from 'mongoose'
import { bus } from '#server/platform/bus.ts'
import { isDuplicateKey } from '#server/platform/errors.ts'
import { logger } from '#server/platform/logger.ts'
import { isStoreOutage } from '#server/platform/mongo/store-outage.ts'
import { PROCESS_ID, processName } from '#server/platform/process-id.ts'
import { deliveryTimes, eventLoopDelay, socketCountries, socketFigures } from '#server/platform/vitals.ts'
import { clock } from '#server/platform/clock.ts'
import { MINUTE } from '#server/platform/durations.ts'
import { findNeighbours, measureSurroundings } from './surroundings.ts'
import { PipeModel, ServerMinuteModel, type PipeDocument } from './pipes.model.ts'
import { loadQueue } from './queue-figures.ts'

/** How often a process measures itself: while an admin watches, and otherwise. */
const WATCHED_MS = 1_000
const IDLE_MS = 10_000
/** For how long a process believes that somebody watches. */
const BELIEF_MS = 5_000
/** A process that was silent for so long is not shown any more. */
const SILENCE_MS = 2.5 * IDLE_MS
/** Sockets are counted by country this often: it goes through all of them. */
const COUNT_EVERY_MS = 5_000

const startedAt = clock.date()
// Nothing is lost with a measurement: the next one replaces it.
const FIRE = { w: 1, journal: false } as const

let watchedUntil = 0
let before = { at: performance.now(), pushes: 0, cpu: process.cpuUsage() }
let counted = { at: -Infinity, countries: {} as PipeDocument['countries'] }
let store = 0
let sampled = 0
let writing = false
/** When this process last looked for others. */
let looked = -Infinity

/** Measures this process: what happened since the last call. */
async function measure(): Promise<Omit<PipeDocument, '_id'>> {
  const now = performance.now()
  const { sockets, pushes } = await socketFigures()
  const cpu = process.cpuUsage()
  const seconds = Math.max(0.001, (now - before.at) / 1000)
  const busy = (cpu.user + cpu.system - before.cpu.user - before.cpu.system) / 1e6
  const pushRate = (pushes - before.pushes) / seconds
  before = { at: now, pushes, cpu }
  if (now - counted.at >= COUNT_EVERY_MS) counted = { at: now, countries: { ...socketCountries() } }
  return {
    name: processName(),
    startedAt,
    at: clock.date(),
    surroundings: await measureSurroundings(),
    sockets,
    pushes: rounded(pushRate),
    delivery: deliveryTimes.percentiles(),
    eventLoop: eventLoopDelay(),
    cpu: rounded((busy / seconds) * 100),
    memory: Math.round(process.memoryUsage.rss() / 2 ** 20),
    store,
    countries: counted.countries,
  }
}

const rounded = (value: number): number => Math.round(value * 10) / 10

/** Writes what this process measures now, and once a minute a sample for the time line. */
export async function writePipe(): Promise<void> {
  const pipe = await measure()
  const began = performance.now()
  await PipeModel.collection.replaceOne({ _id: PROCESS_ID as never }, pipe, {
    upsert: true,
    writeConcern: FIRE,
  })
  store = rounded(performance.now() - began)
  if (performance.now() - looked >= IDLE_MS) {
    looked = performance.now()
    findNeighbours(await livingPipes(), pipe.surroundings!.redis)
  }
  const minute = pipe.at.getTime() - (pipe.at.getTime() % MINUTE)
  if (minute === sampled) return
  sampled = minute
  await writeSample(minute, pipe)
}

async function writeSample(
  minute: number,
  { at: _, surroundings: __, startedAt: started, ...pipe }: Omit<PipeDocument, '_id'>,
): Promise<void> {
  const at = new Date(minute)
  const sample = { id: PROCESS_ID, ...pipe, startedAt: started.toISOString() }
  const rows = [
    { _id: `${minute}|${PROCESS_ID}`, at, pipe: sample },
    { _id: `${minute}|queue`, at, queue: await loadQueue() },
  ]
  await ServerMinuteModel.collection
    .insertMany(rows as never[], { ordered: false, writeConcern: FIRE })
    .catch((error: unknown) => {
      // The first process of a minute has written the queue.
      if (!isDuplicateKey(error)) throw error
    })
}

/** What the processes that live have last measured, the oldest process first. */
export const livingPipes = (): Promise<PipeDocument[]> =>
  PipeModel.find({ at: trusted({ $gt: new Date(clock.now() - SILENCE_MS) }) })
    .sort({ startedAt: 1, _id: 1 })
    .lean<PipeDocument[]>()

/** A process for people: its machine, number and version. */
export const nameOfPipe = ({ name, surroundings }: PipeDocument): string =>
  surroundings ? `${name}, version ${surroundings.version}` : name

/** Measures this process until it ends; its pipe is removed then. */
export function startPipe(): () => void {
  let last = -Infinity
  const tick = async () => {
    const now = performance.now()
    if (writing || now - last < (clock.now() < watchedUntil ? 0 : IDLE_MS - WATCHED_MS / 2)) return
    last = now
    writing = true
    try {
      await writePipe()
    } catch (error) {
      // An outage of the store is logged elsewhere.
      if (!isStoreOutage(error)) logger.error({ err: error }, 'this process could not write what it measured')
    } finally {
      writing = false
    }
  }
  const timer = setInterval(() => void tick(), WATCHED_MS).unref()
  const stopListening = bus.onCluster('wall:watched', () => void (watchedUntil = clock.now() + BELIEF_MS))
  return () => {
    clearInterval(timer)
    stopListening()
    PipeModel.deleteOne({ _id: PROCESS_ID }).catch((error: unknown) =>
      logger.debug({ err: error }, 'the pipe of this process stays until it expires'),
    )
  }
}
