import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import type { DataFolder } from './data-folder.ts'
import { ownProcess, processInfo } from './process-info.ts'

const Owner = z.object({
  pid: z.int(),
  started: z.string(),
  /** What it is, for the sentence that refuses a second one: 'npm start', 'npm run seed'. */
  what: z.string(),
  /** Set once the database takes writes. */
  uri: z.string().optional(),
})
/** The process that runs the database of a data folder. */
export type Owner = z.infer<typeof Owner>

/**
 * Takes the folder for this process, over from an owner that died if need be. Answers undefined then, and the living
 * owner when there is one.
 */
export async function claim(folder: DataFolder): Promise<Owner | undefined> {
  const me: Owner = { ...(await identity()), what: whatRuns() }
  const own = `${folder.ownerFile}.${process.pid}`
  await writeFile(own, JSON.stringify(me))
  try {
    for (;;) {
      // A link appears at once with its contents, and fails when the name is taken.
      if (await linked(own, folder.ownerFile)) return undefined
      const owner = await livingOwner(folder)
      if (owner) return owner
      await removeDead(folder)
    }
  } finally {
    await rm(own, { force: true })
  }
}

/** Tells others where the database of this process is. */
export async function announce(folder: DataFolder, uri: string): Promise<void> {
  const me: Owner = { ...(await identity()), what: whatRuns(), uri }
  await writeFile(`${folder.ownerFile}.new`, JSON.stringify(me))
  await rename(`${folder.ownerFile}.new`, folder.ownerFile)
}

/** Gives the folder up. */
export const release = (folder: DataFolder): Promise<void> => rm(folder.ownerFile, { force: true })

/** Who runs the database of this folder now, this process included. */
export async function livingOwner(folder: DataFolder): Promise<Owner | undefined> {
  const owner = await readOwner(folder)
  if (!owner) return undefined
  const running = await processInfo(owner.pid)
  return running?.started === owner.started ? owner : undefined
}

async function readOwner({ ownerFile }: DataFolder): Promise<Owner | undefined> {
  const text = await readFile(ownerFile, 'utf8').catch(() => '')
  try {
    return Owner.parse(JSON.parse(text))
  } catch {
    // Not written by us: nobody who could be asked about it.
    return undefined
  }
}

// Moved away before it is deleted: of two processes that find the same dead owner only one gets it, and if a third took
// the folder in between, it gets its file back.
async function removeDead(folder: DataFolder): Promise<void> {
  const aside = `${folder.ownerFile}.dead.${process.pid}`
  if (!(await moved(folder.ownerFile, aside))) return
  const owner = await livingOwner({ ...folder, ownerFile: aside })
  if (owner) await linked(aside, folder.ownerFile)
  await rm(aside, { force: true })
}

const identity = async () => {
  const { pid, started } = await ownProcess()
  return { pid, started }
}

const whatRuns = () => (process.env['npm_lifecycle_event'] ? `npm run ${process.env['npm_lifecycle_event']}`.replace('run start', 'start').replace('run test', 'test') : 'a server')

const linked = (from: string, to: string) => succeeded(link(from, to), 'EEXIST')
const moved = (from: string, to: string) => succeeded(rename(from, to), 'ENOENT')

const succeeded = (work: Promise<void>, expected: string) =>
  work.then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== expected) throw error
      return false
    },
  )
