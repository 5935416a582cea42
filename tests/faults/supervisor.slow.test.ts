import { once } from 'node:events'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { person } from '#tests/support/http-client.ts'
import { connectTo } from '#tests/support/raw-http.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { until } from '#tests/support/until.ts'

/** The server crashes at once while one file exists, and its event loop stands still while another does. */
const FALLS_WHILE = `data:text/javascript,${encodeURIComponent(`
import { existsSync } from 'node:fs'
if (process.argv[1].endsWith('/main.ts') && existsSync(process.env.DATA_DIR + '/falls')) throw new Error('falls at once')
if (process.argv[1].endsWith('/main.ts'))
  setInterval(() => { while (existsSync(process.env.DATA_DIR + '/blocks')); }, 50).unref()
`)}`

let house: ServerProcess

beforeAll(async () => {
  // As people start it: `npm test` keeps what is compiled in a folder of its own.
  vi.stubEnv('NODE_COMPILE_CACHE', undefined)
  // With an embedded database, as on a laptop.
  house = await startServerProcess(
    { NODE_OPTIONS: `--import ${FALLS_WHILE}`, UNRESPONSIVE_SECONDS: '6' },
    'supervised-main.ts',
  )
}, 90_000)
afterAll(() => {
  vi.unstubAllEnvs()
  return house[Symbol.asyncDispose]()
})

/** The server that the supervisor runs: its one child. Null while there is none. */
function serverPid(): number | null {
  const children = readFileSync(`/proc/${house.pid()}/task/${house.pid()}/children`, 'utf8').trim()
  return children === '' ? null : Number(children.split(' ')[0])
}
const isThere = (pid: number) => readdirSync('/proc').includes(String(pid))
const answers = () =>
  fetch(`${house.url}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  )
const restarts = () => [...house.log().matchAll(/"wait":(\d+)/g)].map(([, wait]) => Number(wait))

/** What Node keeps for the next start. */
const compiled = () => {
  const folder = `${house.dataDir}/compiled`
  return existsSync(folder) && statSync(folder).isDirectory() ? readdirSync(folder, { recursive: true }) : []
}

it('What a start has compiled is kept at once, for a start after a kill', async () => {
  await until('it is kept', () => compiled().length > 500)
})

// Before other kills, so that its pauses are the short ones.
it('One that falls again and again is started less and less often, and comes back once it can', async () => {
  const before = restarts().length
  await writeFile(`${house.dataDir}/falls`, '')
  process.kill(serverPid()!, 'SIGKILL')
  await until('it has fallen three times', () => restarts().length >= before + 3, 60_000)
  const [first, second, third] = restarts().slice(before)
  expect(second).toBe(2 * first!)
  expect(third).toBe(2 * second!)
  await rm(`${house.dataDir}/falls`)
  await until('it answers', answers, 60_000)
})

it('SIGTERM to the supervisor ends all in order', async () => {
  const server = serverPid()!
  await house.stop()
  expect(isThere(server)).toBe(false)
  expect(house.log().match(/"signal":"SIGTERM"/g)).toHaveLength(1)
  await house.start()
})

it('A server that is killed comes back with what it held, and the monitor tells of it', async () => {
  const ann = await person(house, 'ann')
  const before = serverPid()!
  process.kill(before, 'SIGKILL')
  await until('another one is there', () => (serverPid() ?? before) !== before)
  await until('it answers', answers, 60_000)
  expect((await ann.get('/auth/me')).status).toBe(200)
  // The log is a pipe: its lines can arrive after the answers.
  for (const line of ['was still running', 'an earlier process had no orderly end'])
    await until(`the log tells that ${line}`, () => house.log().includes(line))
})

it('A start that can keep nothing of what it compiles is a start as well', async () => {
  await rm(`${house.dataDir}/compiled`, { recursive: true })
  // A file in its place, because root may write everywhere.
  await writeFile(`${house.dataDir}/compiled`, '')
  const before = serverPid()!
  process.kill(before, 'SIGKILL')
  await until('another one is there', () => (serverPid() ?? before) !== before)
  await until('it answers', answers, 60_000)
  expect(compiled()).toEqual([])
})

it('One whose event loop stands still is killed, and started again', async () => {
  const before = serverPid()!
  await writeFile(`${house.dataDir}/blocks`, '')
  await until('it is killed', () => house.log().includes('has not answered for too long'), 60_000)
  await rm(`${house.dataDir}/blocks`)
  await until('another one answers', async () => serverPid() !== before && (await answers()), 60_000)
})

it('A second Ctrl-C ends all at once; the same one heard twice does not', async () => {
  const server = serverPid()!
  // Closing waits for this one for a while.
  const slow = connectTo(house)
  onTestFinished(() => void slow.destroy())
  slow.write(
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n',
  )
  const [answer] = (await once(slow, 'data')) as [Buffer]
  expect(answer.toString(), 'the server has taken the request and waits for its body').toContain(
    '100 Continue',
  )
  process.kill(house.pid(), 'SIGINT')
  process.kill(house.pid(), 'SIGINT')
  await until('it is closing', () => house.log().includes('"signal":"SIGINT"'))
  expect(isThere(server)).toBe(true)
  await until('it has ended at once', () => {
    if (house.ending() !== null) return true
    process.kill(house.pid(), 'SIGINT')
    return false
  })
  expect(house.ending()).toBe(130)
  expect(isThere(server)).toBe(false)
  await house.start()
})

it('A server whose supervisor is killed ends in order', async () => {
  const server = serverPid()!
  await house.kill('SIGKILL')
  await until('the server has gone too', () => !isThere(server), 30_000)
  await house.start()
})

it('A start that is refused in plain words is not tried again: the words and the code are all', async () => {
  const twin = startServerProcess({ PORT: String(house.port), DATA_DIR: house.dataDir }, 'supervised-main.ts')
  await expect(twin).rejects.toThrow(/ended with 78[\s\S]*is in use by another server/)
  await expect(startServerProcess({ PORT: 'many' }, 'supervised-main.ts')).rejects.toThrow(
    /ended with 78[\s\S]*Wrong settings: PORT/,
  )
})
