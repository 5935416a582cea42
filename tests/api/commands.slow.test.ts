import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { person } from '#tests/support/http-client.ts'
import { startRedis, type RedisProcess } from '#tests/support/redis.ts'
import { freshDatabase, startTestServer, type TestServer } from '#tests/support/server.ts'

// These tests start processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: 300_000 })
/** A command that has not ended by then hangs. */
const ENDS_WITHIN_MS = 120_000

let server: TestServer
let redis: RedisProcess
let folder: string
beforeAll(async () => {
  ;[server, redis, folder] = await Promise.all([
    startTestServer(),
    startRedis(),
    mkdtemp(path.join(tmpdir(), 'royal-flush-commands-')),
  ])
  await person(server, 'ann')
})
afterAll(async () => {
  await server?.close()
  await redis?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const run = (script: string, args: string[], storeUri = server.storeUri) =>
  promisify(execFile)(process.execPath, [`scripts/${script}.ts`, ...args], {
    env: {
      ...process.env,
      MONGODB_URI: storeUri,
      REDIS_URL: redis.url,
      UPLOADS_DIR: path.join(folder, 'uploads'),
    },
    timeout: ENDS_WITHIN_MS,
    killSignal: 'SIGKILL',
  })

it('a command reads the settings of ENV_FILE, and says which database it uses, without its password', async () => {
  const file = path.join(folder, 'royal-flush.env')
  await writeFile(file, `MONGODB_URI=${server.storeUri}\nDATA_DIR=${folder}\n`)
  const env = { ...process.env, MONGODB_URI: undefined, ENV_FILE: file }
  const list = (more: object) =>
    promisify(execFile)(process.execPath, ['scripts/admin.ts', 'list'], { env: { ...env, ...more } })
  expect((await list({})).stderr).toBe(`Database: ${server.storeUri.replace(/\?.*/, '')}\n`)
  const secret = 'mongodb://operator:secret@127.0.0.1:1/royal?serverSelectionTimeoutMS=1'
  await expect(list({ MONGODB_URI: secret })).rejects.toMatchObject({
    stderr: expect.stringMatching(/^Database: mongodb:\/\/127\.0\.0\.1:1\/royal\n(?!.*secret)/s),
  })
  await expect(list({ ENV_FILE: path.join(folder, 'none') })).rejects.toMatchObject({ code: 78 })
})

it('a command that is refused says why, and ends too where REDIS_URL is set', async () => {
  const nobody = /^Database: \S+\nNobody here goes by @nobody_here\. They have to register first\.\n$/
  // Where the usage comes first, it is refused before the database is opened.
  const refused: [sentence: RegExp, ...args: string[]][] = [
    [/^Usage: npm run admin -- COMMAND/],
    [/^Usage: npm run admin -- COMMAND/, 'crown', 'ann'],
    [/^Something is missing\.?\nUsage: npm run admin -- grant HANDLE/, 'grant'],
    [/one too many\.?\nUsage: npm run admin -- list/, 'list', 'ann'],
    [/one too many\.?\nUsage: npm run admin -- grant HANDLE/, 'grant', 'ann', 'bob'],
    [nobody, 'grant', 'nobody_here'],
  ]
  for (const [sentence, ...args] of refused)
    await expect(run('admin', args), args.join(' ')).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(sentence),
    })
  expect((await run('admin', ['--help'])).stdout).toMatch(/^Usage: npm run admin -- COMMAND/)
})

it('every command ends where REDIS_URL is set, and a backup can be read by its owner alone', async () => {
  const backup = path.join(folder, 'backup')
  const commands: [script: string, args: string[]][] = [
    ['admin', ['list']],
    ['admin', ['reset-second-factor', 'ann']],
    ['migrate', ['--dry-run']],
    ['migrate', []],
    ['recount', []],
    ['rebuild', []],
    ['backup', [backup]],
  ]
  const prints = async (script: string, args: string[], storeUri?: string) =>
    expect((await run(script, args, storeUri)).stdout, [script, ...args].join(' ')).not.toBe('')
  for (const [script, args] of commands) await prints(script, args)
  const { loadSetting } = await import('#server/shared/site-settings/site-settings.store.ts')
  const madeAt = (await loadSetting('backup'))!.value['at'] as string
  expect(Date.now() - Date.parse(madeAt), 'the alerts know how old it is').toBeLessThan(ENDS_WITHIN_MS)
  // Into a database of its own: the server writes to the other one meanwhile.
  await prints('restore', [backup, '--overwrite'], freshDatabase())
  const modes = await Promise.all(
    ['', 'backup.json', 'store', 'store/users.bson'].map(
      async (name) => (await stat(path.join(backup, name))).mode & 0o777,
    ),
  )
  expect(modes.map((mode) => mode.toString(8))).toEqual(['700', '600', '700', '600'])
})
