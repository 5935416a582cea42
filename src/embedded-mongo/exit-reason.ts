import { open, stat } from 'node:fs/promises'
import type { DataFolder } from './data-folder.ts'

/** How a mongod ended. */
export interface Ending {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

interface Circumstances {
  readonly folder: DataFolder
  readonly port: number
  readonly version: string
  /** mongod's log since its start. */
  readonly log: string
  /** Free space on the data's disk. On a full one mongod cannot even log why it ended. */
  readonly freeMb: number
}

const FULL_MB = 10

// mongod's exit codes (src/mongo/util/exit_code.h).
const NEED_UPGRADE = 62
const ADDRESS_TAKEN = 48

/** One or two plain sentences for the user: why the database is down and what helps. */
export function exitReason(
  { code, signal }: Ending,
  { folder, port, version, log, freeMb }: Circumstances,
): string {
  if (freeMb < FULL_MB || /No space left on device|"error":28\b/.test(log)) {
    return `The disk that holds ${folder.name} is full, so MongoDB stopped. Make room, or set DATA_DIR to a folder on another disk; the data is untouched.`
  }
  if (
    code === NEED_UPGRADE ||
    /UPGRADE PROBLEM|unsupported upgrade or downgrade|unsupported WiredTiger file version/.test(log)
  ) {
    return otherVersion(folder.name, undefined, version)
  }
  if (code === ADDRESS_TAKEN || log.includes('Address already in use')) {
    return portTaken(folder, port)
  }
  if (/DBPathInUse: Unable to (?:create|open|create\/open)/.test(log)) {
    return `The data folder ${folder.name} cannot be written by MongoDB. Make it writable, or set DATA_DIR to another folder.`
  }
  if (log.includes('DBPathInUse')) {
    return `The data folder ${folder.name} is in use by another MongoDB. Stop that one, or set DATA_DIR to another folder; the data is untouched.`
  }
  if (signal === 'SIGILL') {
    return `This machine's processor cannot run MongoDB ${version}, which needs AVX. Set MONGODB_URI to a MongoDB that runs elsewhere, or MONGOD_BINARY to an older one.`
  }
  const how = signal ? `was ended by ${signal}` : `stopped with exit code ${code}`
  const message = lastError(log)
  return `MongoDB ${how}${message ? `, and said: ${message}` : ''}. Its log is ${folder.logFile}.`
}

/** The message for a port in use. */
export function portTaken({ name, recordFile }: DataFolder, port: number): string {
  return `Port ${port}, which the database in ${name} is bound to, is taken by another process. Stop that process, or delete ${recordFile} to let the database move to another port; the data is untouched.`
}

/** The message for data that this MongoDB must not open. */
export function otherVersion(folder: string, written: string | undefined, ours: string): string {
  return `The data folder ${folder} was written by MongoDB ${written ?? 'of another version'}, and this is MongoDB ${ours}. Set MONGOD_BINARY to a mongod of ${written ? `version ${written}` : 'that version'}, or DATA_DIR to an empty folder; the data is untouched.`
}

/** Current length of mongod's log, to read later only what is new. */
export const logLength = ({ logFile }: Pick<DataFolder, 'logFile'>): Promise<number> =>
  stat(logFile).then(
    ({ size }) => size,
    () => 0,
  )

/** The end of mongod's log, from `start` on, at most 64 KiB. */
export async function logSince({ logFile }: Pick<DataFolder, 'logFile'>, start: number): Promise<string> {
  const size = await logLength({ logFile })
  const from = Math.max(start, size - 65_536)
  if (size <= from) return ''
  const file = await open(logFile)
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(size - from), position: from })
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}

// mongod logs a JSON object a line; errors have the severity E or F.
function lastError(log: string): string | undefined {
  const serious = log.split('\n').findLast((line) => /"s":"[EF]"/.test(line))
  const message = serious && /"msg":"((?:[^"\\]|\\.)*)"/.exec(serious)?.[1]
  return message?.slice(0, 200)
}
