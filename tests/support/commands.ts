import type { CommandStartedEvent } from 'mongodb'
import mongoose from 'mongoose'
import { until } from './until.ts'

// Not the server's work: the driver keeps its connections alive and tidies its sessions on its own.
const BACKGROUND = new Set(['hello', 'ping', 'endSessions', 'isMaster'])

const HOUR = 3_600_000

// The job engine takes, renews and ends jobs at any time, and each process writes every few seconds what it measures.
const OF_TIMERS = new Set(['jobs', 'pipes', 'wall_minutes'])
const isOfTimer = ({ commandName, command }: CommandStartedEvent): boolean =>
  OF_TIMERS.has(String(command[commandName]))

/**
 * Store commands that this worker's server sends while `work` runs, in order ('find posts'), including the
 * read of the session. Nothing else runs meanwhile (`inQuiet`) but the monitor's check every five minutes:
 * a test that expects few commands takes the best of several tries (`fewestOf`).
 */
export async function commandsOf(work: () => Promise<unknown>): Promise<string[]> {
  const names: string[] = []
  await hearCommands(work, (event) => {
    if (BACKGROUND.has(event.commandName) || isOfTimer(event)) return
    names.push(`${event.commandName} ${event.command[event.commandName]}`)
  })
  return names
}

/** Calls `hear` for each command that the driver sends while `work` runs. Nothing else runs meanwhile (`inQuiet`). */
export const hearCommands = (
  work: () => Promise<unknown>,
  hear: (event: CommandStartedEvent) => void,
): Promise<void> =>
  inQuiet(async () => {
    const client = mongoose.connection.getClient()
    client.on('commandStarted', hear)
    try {
      await work()
    } finally {
      client.off('commandStarted', hear)
    }
  })

/** The shortest of three lists of commands. `prepare` runs before each try and is not counted. */
export async function fewestOf(
  work: () => Promise<unknown>,
  prepare: () => Promise<void> | void = () => undefined,
): Promise<string[]> {
  return shortestOfThree(async () => {
    await prepare()
    return commandsOf(work)
  })
}

/** The shortest list of three tries: timers of the server work as well, and caches that all calls share. */
export async function shortestOfThree<T>(attempt: () => Promise<T[]>): Promise<T[]> {
  const tries = [await attempt(), await attempt(), await attempt()]
  return tries.toSorted((a, b) => a.length - b.length)[0]!
}

/**
 * Runs `work` while no job runs, none is due and no listener is busy. Periodic jobs wait until it has ended;
 * jobs that `work` itself adds do run.
 */
export async function inQuiet<T>(work: () => Promise<T>): Promise<T> {
  const { bus } = await import('#server/platform/bus.ts')
  const { JobModel } = await import('#server/platform/jobs/jobs.model.ts')
  const jobs = JobModel.collection
  const periodic = { key: 'periodic', state: 'waiting' }
  const later = new Date(Date.now() + HOUR)
  const postpone = () =>
    jobs.updateMany({ ...periodic, dueAt: { $lt: new Date(Date.now() + HOUR / 2) } }, [
      { $set: { postponed: '$dueAt', dueAt: later } },
    ])
  const resume = () =>
    jobs.updateMany({ ...periodic, postponed: { $exists: true } }, [
      { $set: { dueAt: '$postponed' } },
      { $unset: 'postponed' },
    ])
  const active = () => ({ $or: [{ state: 'running' }, { state: 'waiting', dueAt: { $lte: new Date() } }] })
  try {
    await until('no job is due', async () => {
      await postpone()
      return (await jobs.countDocuments(active())) === 0
    })
    await bus.settled()
    return await work()
  } finally {
    await resume()
  }
}
