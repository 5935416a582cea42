import { MongoClient } from 'mongodb'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { until } from '#tests/support/until.ts'
import { recordedMongod, openDataFolder, loadRecord } from './data-folder.ts'
import { attachEmbedded, startEmbedded, type EmbeddedMongo } from './embedded-mongo.ts'
import { processInfo } from './process-info.ts'

// Tests of this file start processes, which may take long where others use the cores.
vi.setConfig({ testTimeout: 90_000 })

let dataDir: string
let said: string[]
/** Whatever a test leaves running. */
let running: (() => Promise<unknown>)[]

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'royal-flush-embedded-'))
  said = []
  running = []
})
afterEach(async () => {
  for (const end of running.toReversed()) await end()
  await rm(dataDir, { recursive: true, force: true })
})

const hear = (line: string) => void said.push(line)
const log = { info: hear, warn: hear, error: hear }

async function start(): Promise<EmbeddedMongo> {
  const mongo = await startEmbedded(dataDir, { log })
  running.push(mongo.close)
  return mongo
}

const mongodPid = () => recordedMongod(openDataFolder(dataDir))
const isGone = (pid: number) => async () => (await processInfo(pid)) === undefined

async function withClient<T>(
  uri: string,
  work: (drops: ReturnType<ReturnType<MongoClient['db']>['collection']>) => Promise<T>,
): Promise<T> {
  const client = new MongoClient(uri, {
    writeConcern: { w: 'majority', journal: true },
    serverSelectionTimeoutMS: 20_000,
  })
  try {
    return await work(client.db().collection('drops'))
  } finally {
    await client.close()
  }
}
const write = (uri: string, text: string) => withClient(uri, (drops) => drops.insertOne({ text }))
const texts = (uri: string) =>
  withClient(uri, async (drops) =>
    (await drops.find().sort({ _id: 1 }).toArray()).map(({ text }) => text as string),
  )

/** A server in a process of its own, so that it can be killed. */
async function otherServer(
  options: { detached?: boolean } = {},
): Promise<{ child: ChildProcess; uri: string }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'owner.fixture.ts'), dataDir], {
    ...options,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGINT')
    await once(child, 'exit')
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, uri: line.toString().trim() }
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

it('a new folder becomes a replica set with transactions, and the log says that it is for development', async () => {
  const { uri } = await start()
  const client = new MongoClient(uri)
  await client.withSession((session) =>
    session.withTransaction(() => client.db().collection('drops').insertOne({ text: 'first' }, { session })),
  )
  await client.close()
  expect(await texts(uri)).toEqual(['first'])
  expect(said.join(' ')).toContain('for development: production sets MONGODB_URI')
})

it('a later start finds the data on the same port', async () => {
  const first = await start()
  await write(first.uri, 'still here')
  await first.close()
  const second = await start()
  expect(second.uri).toBe(first.uri)
  expect(await texts(second.uri)).toEqual(['still here'])
})

it('closing stops mongod and frees the folder', async () => {
  const mongo = await start()
  const pid = (await mongodPid())!
  await mongo.close()
  expect(await processInfo(pid)).toBeUndefined()
  expect(await mongodPid()).toBeUndefined()
})

it('a second server on the folder is refused with a message that names the first', async () => {
  const { child } = await otherServer()
  await expect(startEmbedded(dataDir, { log })).rejects.toThrow(`is in use by another server`)
  await expect(startEmbedded(dataDir, { log })).rejects.toThrow(`process ${child.pid}`)
})

it('a command beside the server uses its database and leaves it running', async () => {
  const { uri } = await otherServer()
  const guest = (await attachEmbedded(dataDir))!
  await write(guest.uri, 'from the guest')
  await guest.close()
  expect(await texts(uri)).toEqual(['from the guest'])
})

it('a command without a server finds nothing to attach to', async () => {
  expect(await attachEmbedded(dataDir)).toBeUndefined()
})

it('two folders are independent', async () => {
  const other = await mkdtemp(path.join(tmpdir(), 'royal-flush-embedded-'))
  const [first, second] = [await start(), await startEmbedded(other, { log })]
  await write(first.uri, 'mine')
  await write(second.uri, 'yours')
  expect([await texts(first.uri), await texts(second.uri)]).toEqual([['mine'], ['yours']])
  await second.close()
  await rm(other, { recursive: true, force: true })
})

it('a killed mongod is restarted on its port with every acknowledged write', async () => {
  const { uri } = await start()
  await write(uri, 'before')
  const restarts = () =>
    said.filter((line) => line.includes('SIGKILL') && line.includes('Starting it again')).length
  for (const [at, text] of ['one', 'two'].entries()) {
    process.kill((await mongodPid())!, 'SIGKILL')
    await until('the end was noticed', () => restarts() === at + 1)
    await write(uri, text)
  }
  expect(await texts(uri)).toEqual(['before', 'one', 'two'])
})

it('a mongod that is killed again before it takes writes is restarted at once', async () => {
  const { uri } = await start()
  await write(uri, 'before')
  const restarts = () => said.filter((line) => line.includes('SIGKILL')).length
  const first = (await mongodPid())!
  process.kill(first, 'SIGKILL')
  const isNext = (pid: number | undefined): pid is number => pid !== undefined && pid !== first
  await until('the next mongod runs', async () => isNext(await mongodPid()))
  process.kill((await mongodPid())!, 'SIGKILL')
  await until('its end was noticed', () => restarts() === 2)
  expect(said.at(-1)).toContain('Starting it again')
  expect(await texts(uri)).toEqual(['before'])
})

it('closing while mongod is coming back leaves nothing behind', async () => {
  const mongo = await start()
  process.kill((await mongodPid())!, 'SIGKILL')
  await until('the end was noticed', () => said.some((line) => line.includes('Starting it again')))
  await mongo.close()
  const pid = await mongodPid()
  expect(pid && (await processInfo(pid))).toBeUndefined()
  expect((await start()).uri).toBe(mongo.uri)
})

it('after a kill of the server the next one takes over its mongod', async () => {
  const { child, uri } = await otherServer()
  await write(uri, 'before the kill')
  const pid = (await mongodPid())!
  await kill(child)
  expect(await processInfo(pid), 'mongod outlives the server').toBeDefined()
  const next = await start()
  expect(await mongodPid()).toBe(pid)
  expect(await texts(next.uri)).toEqual(['before the kill'])
  await next.close()
  expect(await processInfo(pid)).toBeUndefined()
})

it('a mongod that was taken over is watched as well', async () => {
  const { child, uri } = await otherServer()
  await kill(child)
  await start()
  process.kill((await mongodPid())!, 'SIGKILL')
  await until('the end was noticed', () => said.some((line) => line.includes('Starting it again')))
  await write(uri, 'after all')
  expect(await texts(uri)).toEqual(['after all'])
})

it('after a kill of server and mongod the next start has every acknowledged write', async () => {
  const { child, uri } = await otherServer()
  await write(uri, 'acknowledged')
  const pid = (await mongodPid())!
  await kill(child)
  process.kill(pid, 'SIGKILL')
  await until('mongod is gone', isGone(pid))
  expect(await texts((await start()).uri)).toEqual(['acknowledged'])
})

it('Ctrl-C reaches only the server, which stops mongod last', async () => {
  const { child } = await otherServer({ detached: true })
  const pid = (await mongodPid())!
  const gone = once(child, 'exit')
  process.kill(-child.pid!, 'SIGINT')
  expect(await gone).toEqual([0, null])
  expect(await processInfo(pid)).toBeUndefined()
})

it('data of another MongoDB major is refused before anything is started', async () => {
  await (await start()).close()
  const folder = openDataFolder(dataDir)
  const record = (await loadRecord(folder))!
  await writeFile(folder.recordFile, JSON.stringify({ ...record, version: '4.4.2' }))
  const logBefore = await readFile(folder.logFile, 'utf8')
  await expect(startEmbedded(dataDir, { log })).rejects.toThrow(
    /was written by MongoDB 4\.4\.2, and this is MongoDB \d.*the data is untouched/,
  )
  expect(await readFile(folder.logFile, 'utf8')).toBe(logBefore)
})

it('a port in use is reported, and the start works once it is free', async () => {
  const first = await start()
  await write(first.uri, 'safe')
  await first.close()
  const port = Number(new URL(first.uri).port)
  const squatter = createServer().listen(port, '127.0.0.1')
  await once(squatter, 'listening')
  await expect(startEmbedded(dataDir, { log })).rejects.toThrow(
    `Port ${port}, which the database in ${dataDir} is bound to, is taken by another process`,
  )
  await new Promise((closed) => void squatter.close(closed))
  expect(await texts((await start()).uri)).toEqual(['safe'])
})

it('a folder without its record moves to another port with all its data', async () => {
  const first = await start()
  await write(first.uri, 'moved')
  await first.close()
  await rm(openDataFolder(dataDir).recordFile)
  const second = await start()
  expect(second.uri).not.toBe(first.uri)
  expect(await texts(second.uri)).toEqual(['moved'])
})

it('a damaged record is reported with what to do', async () => {
  await writeFile(openDataFolder(dataDir).recordFile, '{"port": "a lot"')
  await expect(startEmbedded(dataDir, { log })).rejects.toThrow('is damaged. Delete it')
})

it('a mongod that cannot start leaves the folder free', async () => {
  await expect(startEmbedded(dataDir, { log, binary: '/nowhere/mongod' })).rejects.toThrow(
    'MONGOD_BINARY names /nowhere/mongod, which does not run',
  )
  await start()
})
