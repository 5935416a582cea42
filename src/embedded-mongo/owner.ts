import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { DataFolder } from './data-folder.ts'
import { ownProcess, processInfo } from './process-info.ts'

const GUARD_STALE_MS = 5_000

const Owner = z.object({
  pid: z.int(),
  started: z.string(),
  /** The command, for the message that refuses a second one: 'npm start', 'npm run seed'. */
  what: z.string(),
  /** Set once the database takes writes. */
  uri: z.string().optional(),
})
/** The process that runs the database of a data folder. */
export type Owner = z.infer<typeof Owner>

/**
 * Locks the folder for this process, also after a dead owner. Returns undefined then, or the living owner.
 */
export async function claim(folder: DataFolder): Promise<Owner | undefined> {
  const own = `${folder.ownerFile}.${randomUUID()}`
  await writeOwner(own)
  try {
    for (;;) {
      // A link is created atomically with its content, and fails if the name exists.
      if (await linked(own, folder.ownerFile)) return undefined
      const owner = await livingOwner(folder)
      if (owner) return owner
      if (await replaceDead(folder, own)) return undefined
      await pause(20)
    }
  } finally {
    await rm(own, { force: true })
  }
}

/** Records where the database of this process is. */
export async function recordOwner(folder: DataFolder, uri: string): Promise<void> {
  const next = `${folder.ownerFile}.${randomUUID()}`
  await writeOwner(next, uri)
  await rename(next, folder.ownerFile)
}

/** Unlocks the folder. */
export const release = (folder: DataFolder): Promise<void> => rm(folder.ownerFile, { force: true })

/** The owner of this folder's database, this process included. */
export async function livingOwner(folder: DataFolder): Promise<Owner | undefined> {
  const owner = await loadOwner(folder)
  if (!owner) return undefined
  const running = await processInfo(owner.pid)
  return running?.started === owner.started ? owner : undefined
}

async function loadOwner({ ownerFile }: DataFolder): Promise<Owner | undefined> {
  const text = await readFile(ownerFile, 'utf8').catch(() => '')
  try {
    return Owner.parse(JSON.parse(text))
  } catch {
    // Not written by us: its owner is unknown.
    return undefined
  }
}

// Only one process at a time may replace a dead owner, and checks again first: otherwise the second one would
// replace the first.
async function replaceDead(folder: DataFolder, own: string): Promise<boolean> {
  const guard = `${folder.ownerFile}.replacing`
  if (!(await linked(own, guard))) {
    // It is held for milliseconds, unless its process was killed.
    if (await olderThan(guard, GUARD_STALE_MS)) await rm(guard, { force: true })
    return false
  }
  try {
    if (!(await exists(folder.ownerFile)) || (await livingOwner(folder))) return false
    await rename(own, folder.ownerFile)
    return true
  } finally {
    await rm(guard, { force: true })
  }
}

async function writeOwner(file: string, uri?: string): Promise<void> {
  const { pid, started } = await ownProcess()
  await writeFile(file, JSON.stringify({ pid, started, what: whatRuns(), uri } satisfies Owner))
}

const whatRuns = () =>
  process.env['npm_lifecycle_event']
    ? `npm run ${process.env['npm_lifecycle_event']}`
        .replace('run start', 'start')
        .replace('run test', 'test')
    : 'a server'

const linked = (from: string, to: string): Promise<boolean> =>
  link(from, to).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
      return false
    },
  )

const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  )

const olderThan = (file: string, ms: number) =>
  stat(file).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > ms,
    () => false,
  )
