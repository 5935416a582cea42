import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { config } from '#server/platform/config.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { ensureFolder } from '#server/platform/folders.ts'
import { fault, ok, reasonOf, warning, type Check, type Finding } from './finding.ts'

const GB = 1024 ** 3
/** What one video may need while it is processed, and some time to react. */
const LEAST_FREE = 1.5 * GB
const LITTLE_FREE = 10 * GB
const FOLDERS = ['DATA_DIR', 'UPLOADS_DIR'] as const

export const checkFolders: Check = {
  part: 'folders',
  look: () => Promise.all(FOLDERS.map(lookAtFolder)),
}

async function lookAtFolder(setting: (typeof FOLDERS)[number]): Promise<Finding> {
  const folder = path.resolve(config[setting])
  try {
    ensureFolder(setting, config[setting])
  } catch (error) {
    return fault((error as Error).message)
  }
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const said = `${setting} ${folder} can be written to, with ${(free / GB).toFixed(1)} GB free`
  if (free < LEAST_FREE)
    return fault(`${said}: too little for a video. Delete something or move it to a larger disk.`)
  return free < LITTLE_FREE
    ? warning(`${said}: not much. Watch it, or move it to a larger disk.`)
    : ok(`${said}.`)
}

/** The smallest thing that shows whether the bucket does what the server asks of it. */
const PROBE = { folder: 'doctor', name: 'probe', type: 'text/plain', text: 'ok' }

export const checkBucket: Check = { part: 'bucket', look: lookAtBucket }

async function lookAtBucket(): Promise<Finding | Finding[]> {
  if (!config.S3_BUCKET) return ok('S3_BUCKET is not set: files are in UPLOADS_DIR.')
  const bucket = await storage()
  const key = `${PROBE.folder}/${PROBE.name}`
  const folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-doctor-'))
  try {
    const file = path.join(folder, PROBE.name)
    await writeFile(file, PROBE.text)
    await bucket.put(key, file, PROBE.type)
    if ((await bucket.sizeOf(key)) !== PROBE.text.length)
      return fault('A file that was just written is not there.')
    await bucket.copyTo(key, file)
    await bucket.remove(key)
  } catch (error) {
    return fault(
      `Files cannot be written, read and deleted (${reasonOf(error)}). Let this machine reach it, correct S3_ENDPOINT, S3_BUCKET, S3_REGION and the key, and give the key the rights to put, get and delete objects.`,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return [
    ok(`Files can be written to ${config.S3_BUCKET}, read and deleted.`),
    await corsOf((await bucket.uploadLink(key, { type: PROBE.type, size: PROBE.text.length, seconds: 60 }))!),
  ]
}

/** Asks as a browser does before it uploads. */
async function corsOf(link: string): Promise<Finding> {
  const wanted = `Let its CORS rules allow PUT with the header content-type from ${config.PUBLIC_URL}.`
  try {
    const { headers } = await fetch(link, {
      method: 'OPTIONS',
      headers: {
        origin: config.PUBLIC_URL,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'content-type',
      },
      signal: AbortSignal.timeout(10_000),
    })
    const [origin, methods, allowed] = ['origin', 'methods', 'headers'].map(
      (name) => headers.get(`access-control-allow-${name}`)?.toLowerCase() ?? '',
    )
    const isRight =
      (origin === '*' || origin === config.PUBLIC_URL) &&
      methods!.includes('put') &&
      (allowed!.includes('content-type') || allowed === '*')
    return isRight ? ok('Browsers may upload to it.') : fault(`Browsers may not upload to it. ${wanted}`)
  } catch (error) {
    return fault(`It was not to be asked whether browsers may upload (${reasonOf(error)}). ${wanted}`)
  }
}
