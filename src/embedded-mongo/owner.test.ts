import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDataFolder, type DataFolder } from './data-folder.ts'
import { recordOwner, claim, livingOwner, release } from './owner.ts'
import { ownProcess } from './process-info.ts'

let dataDir: string
let folder: DataFolder

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'royal-flush-owner-'))
  folder = openDataFolder(dataDir)
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const pretend = (owner: object) => writeFile(folder.ownerFile, JSON.stringify(owner))

it('the first process to claim a folder owns it, the second one learns the owner', async () => {
  expect(await claim(folder)).toBeUndefined()
  expect(await claim(folder)).toMatchObject({ pid: process.pid })
})

it("the owner publishes its database's address", async () => {
  await claim(folder)
  await recordOwner(folder, 'mongodb://127.0.0.1:27500/')
  expect(await livingOwner(folder)).toMatchObject({ pid: process.pid, uri: 'mongodb://127.0.0.1:27500/' })
})

it('a released folder can be claimed again', async () => {
  await claim(folder)
  await release(folder)
  expect(await claim(folder)).toBeUndefined()
})

it('a dead owner is replaced', async () => {
  await pretend({ pid: 2 ** 22 + 1, started: '1', what: 'npm start' })
  expect(await claim(folder)).toBeUndefined()
  expect(await livingOwner(folder)).toMatchObject({ pid: process.pid })
})

it('a process that only has the pid of a dead owner is no owner', async () => {
  const { pid } = await ownProcess()
  await pretend({ pid, started: 'long before', what: 'npm start' })
  expect(await claim(folder)).toBeUndefined()
})

it('an invalid file is no owner', async () => {
  await writeFile(folder.ownerFile, 'not json')
  expect(await claim(folder)).toBeUndefined()
})

it('of many simultaneous claims exactly one succeeds, after a dead owner too', async () => {
  await pretend({ pid: 2 ** 22 + 1, started: '1', what: 'npm start' })
  const owners = await Promise.all(Array.from({ length: 20 }, () => claim(folder)))
  expect(owners.filter((owner) => owner === undefined)).toHaveLength(1)
  expect((await readdir(path.dirname(folder.ownerFile))).filter((name) => name.startsWith('owner'))).toEqual([
    'owner.json',
  ])
})
