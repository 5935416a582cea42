import { describe, expect, it } from 'vitest'
import { exitReason } from './exit-reason.ts'

const folder = {
  name: './data',
  dbPath: '/srv/data/mongo/db',
  logFile: '/srv/data/mongo/mongod.log',
  ownerFile: '/srv/data/mongo/owner.json',
  recordFile: '/srv/data/mongo/folder.json',
}
const reason = (end: { code?: number; signal?: NodeJS.Signals }, log: string, freeMb = 5_000) =>
  exitReason(
    { code: end.code ?? null, signal: end.signal ?? null },
    { folder, port: 27_500, version: '6.0.5', log, freeMb },
  )

// Lines as mongod 6.0.5 wrote them.
const line = (severity: 'E' | 'F', component: string, message: string, attr: object) =>
  JSON.stringify({
    t: { $date: '2026-11-21T10:59:48.000+00:00' },
    s: severity,
    c: component,
    id: 20_573,
    ctx: 'initandlisten',
    msg: message,
    attr,
  })

describe('The message about the end of mongod names', () => {
  it('data of an older MongoDB', () => {
    const log = line('F', 'CONTROL', 'Wrong mongod version', {
      error: 'UPGRADE PROBLEM: Found an invalid featureCompatibilityVersion document (ERROR: Location4926900',
    })
    expect(reason({ code: 62 }, log)).toBe(
      'The data folder ./data was written by MongoDB of another version, and this is MongoDB 6.0.5. Set MONGOD_BINARY to a mongod of that version, or DATA_DIR to an empty folder; the data is untouched.',
    )
  })

  it('data of a newer MongoDB', () => {
    const log = line(
      'E',
      'STORAGE',
      'Failed to start up WiredTiger under any compatibility version. This may be due to an unsupported upgrade or downgrade.',
      {},
    )
    expect(reason({ code: 100 }, log)).toContain('was written by MongoDB of another version')
  })

  it('a port that is taken', () => {
    const log = line('E', 'CONTROL', 'Error setting up listener', {
      error: { code: 9001, codeName: 'SocketException', errmsg: 'Address already in use' },
    })
    expect(reason({ code: 48 }, log)).toBe(
      'Port 27500, which the database in ./data is bound to, is taken by another process. Stop that process, or delete /srv/data/mongo/folder.json to let the database move to another port; the data is untouched.',
    )
  })

  it('a folder in use by another mongod', () => {
    const log = line('E', 'CONTROL', 'DBException in initAndListen, terminating', {
      error:
        'DBPathInUse: Unable to lock the lock file: db/mongod.lock (Resource temporarily unavailable). Another mongod instance is already running on the db directory',
    })
    expect(reason({ code: 100 }, log)).toBe(
      'The data folder ./data is in use by another MongoDB. Stop that one, or set DATA_DIR to another folder; the data is untouched.',
    )
  })

  it('a folder that cannot be written', () => {
    const log = line('E', 'CONTROL', 'DBException in initAndListen, terminating', {
      error:
        'DBPathInUse: Unable to create/open the lock file: db/mongod.lock (Permission denied). Ensure the user executing mongod is the owner of the lock file',
    })
    expect(reason({ code: 100 }, log)).toContain('cannot be written by MongoDB')
  })

  it('a full disk', () => {
    const log = line('E', 'WT', 'WiredTiger error message', {
      error: 28,
      message: { category: 'WT_VERB_DEFAULT', error_str: 'No space left on device' },
    })
    expect(reason({ signal: 'SIGABRT' }, log)).toBe(
      'The disk that holds ./data is full, so MongoDB stopped. Make room, or set DATA_DIR to a folder on another disk; the data is untouched.',
    )
  })

  it('a disk so full that mongod could not even log it', () => {
    expect(reason({ code: 1 }, '', 3)).toContain('The disk that holds ./data is full')
  })

  it('a processor without AVX', () => {
    expect(reason({ signal: 'SIGILL' }, '')).toContain('needs AVX')
  })

  it('any other reason, with its last output and the path of its log', () => {
    const log = `${line('F', 'ASSERT', 'Fatal assertion', {})}\n{"s":"I","msg":"Now exiting"}\n`
    expect(reason({ code: 14 }, log)).toBe(
      'MongoDB stopped with exit code 14, and said: Fatal assertion. Its log is /srv/data/mongo/mongod.log.',
    )
    expect(reason({ signal: 'SIGKILL' }, '')).toBe(
      'MongoDB was ended by SIGKILL. Its log is /srv/data/mongo/mongod.log.',
    )
  })
})
