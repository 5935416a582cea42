import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { person } from '#tests/support/http-client.ts'
import { startRedis, type RedisProcess } from '#tests/support/redis.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

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

const admin = (args: string[]) =>
  promisify(execFile)(process.execPath, ['scripts/admin.ts', ...args], {
    env: {
      ...process.env,
      MONGODB_URI: server.storeUri,
      REDIS_URL: redis.url,
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
    await expect(admin(args), args.join(' ')).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(sentence),
    })
  expect((await admin(['--help'])).stdout).toMatch(/^Usage: npm run admin -- COMMAND/)
})
