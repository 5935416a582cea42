import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { mean, spreadOf, type Spread } from './stats.ts'

/** The result of one run of one server: named figures. */
export type Figures = Record<string, number>

/** What two servers needed for the same work. */
export interface Compared {
  rounds: number
  /** Rounds that were discarded because other processes kept the machine busy. */
  thrownAway: number
  /** Rounds that were accepted because no quiet ones came. */
  noisy: number
  product: Record<string, Spread>
  bare: Record<string, Spread>
  /** Product over bare, one ratio a round. */
  ratio: Record<string, Spread>
}

interface Contest {
  rounds: number
  /** Pids of the measured processes. */
  own: readonly number[]
  product(): Promise<Figures>
  bare(): Promise<Figures>
}

/** Cores that other processes may use during a round: with our own two busy, that is a load of 2.5. */
const FOREIGN_CORES = 0.5

/**
 * Product and bare in ABBA order within each round, so that a slow drift of the machine affects both alike.
 */
export async function compare({ rounds, own, product, bare }: Contest): Promise<Compared> {
  const quiet: [Figures, Figures][] = []
  const noisy: [Figures, Figures][] = []
  for (let attempt = 0; quiet.length < rounds && attempt < rounds * (isBusy ? 1 : 2); attempt += 1) {
    await untilQuiet(own)
    const before = read(own)
    const [a1, b1, b2, a2] = [await product(), await bare(), await bare(), await product()]
    const isNoisy = foreignCores(before, read(own)) > FOREIGN_CORES
    ;(isNoisy ? noisy : quiet).push([average(a1, a2), average(b1, b2)])
  }
  const taken = [...quiet, ...noisy.slice(0, Math.max(0, rounds - quiet.length))]
  const usedNoisy = taken.length - quiet.length
  return {
    rounds: taken.length,
    thrownAway: noisy.length - usedNoisy,
    noisy: usedNoisy,
    product: spreads(taken.map(([a]) => a)),
    bare: spreads(taken.map(([, b]) => b)),
    ratio: spreads(taken.map(([a, b]) => mapFigures(a, (name) => a[name]! / b[name]!))),
  }
}

/** Cores that an idle server and this process use for periodic work. */
const IDLE_CORES = 0.2
/** How long a round waits for other processes to become idle, ms. */
const MAX_WAIT_MS = 60_000
/** The machine did not become idle in that time: further rounds neither wait for it nor are repeated. */
let isBusy = false

/** For a quick look: no round waits for other processes to become idle, and none is repeated. */
export const takeAnyMoment = (): void => void (isBusy = true)

async function untilQuiet(own: readonly number[]): Promise<void> {
  if (isBusy) return
  for (const deadline = Date.now() + MAX_WAIT_MS; Date.now() < deadline;) {
    const before = read(own)
    await pause(1_000)
    if (foreignCores(before, read(own)) < FOREIGN_CORES / 2) return
  }
  isBusy = true
  console.log('other processes keep this machine busy: compare CPU, not times')
}

/** Waits until a measured process and its children have finished what they were doing. */
export async function untilIdle(pid: number): Promise<void> {
  for (const deadline = Date.now() + MAX_WAIT_MS; Date.now() < deadline;) {
    const before = read([pid])
    await pause(1_000)
    const after = read([pid])
    if (after.own - before.own < IDLE_CORES * (after.at - before.at)) return
  }
  throw new Error(`The server was still at work after ${MAX_WAIT_MS} ms`)
}

const average = (one: Figures, other: Figures): Figures =>
  mapFigures(one, (name) => mean([one[name]!, other[name]!]))
const mapFigures = (figures: Figures, to: (name: string) => number): Figures =>
  Object.fromEntries(Object.keys(figures).map((name) => [name, to(name)]))

function spreads(rounds: readonly Figures[]): Record<string, Spread> {
  return Object.fromEntries(
    Object.keys(rounds[0] ?? {}).map((name) => [name, spreadOf(rounds.map((round) => round[name]!))]),
  )
}

interface Reading {
  at: number
  /** Milliseconds of CPU used by all processes, and by the measured ones. */
  all: number
  own: number
}

function read(own: readonly number[]): Reading {
  const all = cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0)
  return {
    at: performance.now(),
    all,
    own: [...new Set([process.pid, ...own].flatMap(familyOf))].reduce((sum, pid) => sum + cpuOf(pid), 0),
  }
}

/** A process and its descendants: a server processes pictures and videos in child processes. */
export function familyOf(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
      .map(Number)
    return [pid, ...children.flatMap(familyOf)]
  } catch {
    return [pid]
  }
}

/** Cores that other processes used between two readings. */
const foreignCores = (before: Reading, after: Reading): number =>
  (after.all - before.all - (after.own - before.own)) / (after.at - before.at)

/**
 * Milliseconds of CPU that a process used; the kernel counts in ticks of ten. Without /proc all work counts
 * as that of others.
 */
export function cpuOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return 0
  }
}
