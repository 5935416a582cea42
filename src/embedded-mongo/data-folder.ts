import { mkdirSync, realpathSync } from 'node:fs'
import { readFile, rename, statfs, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { z } from 'zod'
import { StoreError } from '#server/platform/mongo/store-error.ts'

/** The embedded database's folder, and what is known about it. */
export interface DataFolder {
  /** As the user named it, for messages. */
  readonly name: string
  /** mongod's files. Absolute: it identifies our mongod among all processes. */
  readonly dbPath: string
  readonly logFile: string
  readonly ownerFile: string
  readonly recordFile: string
}

const FolderRecord = z.object({
  // A replica set that comes back on another port elects no primary, so the port is chosen once.
  port: z.int().min(1024).max(65_535),
  version: z.string(),
})
/** Stored beside the data: its port, and the MongoDB version that wrote it. */
export type FolderRecord = z.infer<typeof FolderRecord>

// A new MongoDB takes 300 MB with its journal; without space it crashes while it writes.
const LEAST_FREE_MB = 400
// Below the ports that the system uses for outgoing connections.
const LOWEST_PORT = 27_100
const HIGHEST_PORT = 32_000

/** Creates the folder under `dataDir` if it is missing. */
export function openDataFolder(dataDir: string): DataFolder {
  const root = path.resolve(dataDir, 'mongo')
  try {
    mkdirSync(path.join(root, 'db'), { recursive: true })
  } catch (error) {
    throw new StoreError(
      `The data folder ${dataDir} cannot be written (${reason(error)}). Make it writable, or set DATA_DIR to another folder.`,
      { cause: error },
    )
  }
  const real = realpathSync(root)
  const file = (name: string) => path.join(real, name)
  return {
    name: dataDir,
    dbPath: file('db'),
    logFile: file('mongod.log'),
    ownerFile: file('owner.json'),
    recordFile: file('folder.json'),
  }
}

/** What is known about the data; undefined for an empty folder, or one that we did not create. */
export async function loadRecord({ recordFile, name }: DataFolder): Promise<FolderRecord | undefined> {
  const text = await readFile(recordFile, 'utf8').catch(absent)
  if (text === undefined) return undefined
  const parsed = FolderRecord.safeParse(parseJson(text))
  if (!parsed.success)
    throw new StoreError(
      `The file ${recordFile} is damaged. Delete it to let the database in ${name} choose a new port; the data is untouched.`,
    )
  return parsed.data
}

/** Replaced atomically: a crash leaves the old file or the new one. */
export async function writeRecord({ recordFile }: DataFolder, record: FolderRecord): Promise<void> {
  await writeFile(`${recordFile}.new`, JSON.stringify(record))
  await rename(`${recordFile}.new`, recordFile)
}

/** The process id in mongod's own lock file; undefined after a clean stop. */
export async function recordedMongod({ dbPath }: DataFolder): Promise<number | undefined> {
  const text = await readFile(path.join(dbPath, 'mongod.lock'), 'utf8').catch(absent)
  const pid = Number(text?.trim())
  return Number.isInteger(pid) && pid > 0 ? pid : undefined
}

/** Throws when the disk is almost full. */
export async function assertSpace(folder: DataFolder): Promise<void> {
  const freeMb = await freeMegabytes(folder)
  if (freeMb < LEAST_FREE_MB) {
    throw new StoreError(
      `The disk that holds ${folder.name} is full: ${freeMb} MB are free, MongoDB needs ${LEAST_FREE_MB}. Make room, or set DATA_DIR to a folder on another disk; the data is untouched.`,
    )
  }
}

export async function freeMegabytes({ dbPath }: DataFolder): Promise<number> {
  const { bavail, bsize } = await statfs(dbPath)
  return Math.floor((bavail * bsize) / 1_048_576)
}

/** A free port. Random, so that two servers that start at once rarely choose the same. */
export async function choosePort(): Promise<number> {
  for (;;) {
    const port = LOWEST_PORT + Math.floor(Math.random() * (HIGHEST_PORT - LOWEST_PORT))
    if (await isFree(port)) return port
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

const reason = (error: unknown) => (error as NodeJS.ErrnoException).code ?? String(error)

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
