import { DryMongoBinary, MongoBinary } from 'mongodb-memory-server-core'
import path from 'node:path'
import { cacheFolder } from './cache-folder.ts'
import type { Log } from './log.ts'

/** Fixed: an update of the downloader must not change the major of existing data. */
export const OFFICIAL_VERSION = '8.2.6'
const PROBE_TIMEOUT_MS = 4_000

const options = () => ({
  version: OFFICIAL_VERSION,
  downloadDir: path.join(cacheFolder(), 'mongodb-binaries'),
  systemBinary: '',
})

/** The official mongod in the cache, if any. */
export const cachedOfficial = (): Promise<string | undefined> => DryMongoBinary.locateBinary(options())

/**
 * Downloads MongoDB's official build for this system and verifies its checksum; the downloader prints its
 * progress.
 */
export async function fetchOfficial(log: Log): Promise<string> {
  await assertReachable()
  log.info(`Fetching MongoDB ${OFFICIAL_VERSION} for development (about 100 MB, once for this machine) ...`)
  // One attempt: if it fails there is another source.
  process.env['MONGOMS_MAX_RETRIES'] ??= '0'
  return MongoBinary.getPath({ ...options(), checkMD5: true })
}

// The downloader alone would wait a minute on a network that drops packets.
async function assertReachable(): Promise<void> {
  if (process.env['HTTPS_PROXY'] ?? process.env['https_proxy']) return
  const site = process.env['MONGOMS_DOWNLOAD_MIRROR'] ?? 'https://fastdl.mongodb.org'
  await fetch(site, { method: 'HEAD', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).catch(
    (error: Error) => {
      throw new Error(`${new URL(site).host} cannot be reached`, { cause: error })
    },
  )
}
