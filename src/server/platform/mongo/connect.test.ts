import mongoose from 'mongoose'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, inject, it } from 'vitest'
import { freePort } from '#tests/support/free-port.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { connectStore, disconnectStore } from './connect.ts'
import { findMongod } from '#embedded-mongo/find-mongod.ts'

afterEach(disconnectStore)

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

it('a replica set is connected with majority writes in the journal, whatever its address says', async () => {
  const uri = freshDatabase()
  await connectStore(`${uri}${uri.includes('?') ? '&' : '?'}w=1&journal=false&readConcernLevel=local`)
  const { writeConcern, readConcern } = mongoose.connection.getClient().options
  expect(writeConcern).toMatchObject({ w: 'majority', journal: true })
  expect(readConcern).toMatchObject({ level: 'majority' })
})

it('filters are sanitised, and no index is created automatically', async () => {
  await connectStore(inject('mongoUri'))
  expect([
    mongoose.get('sanitizeFilter'),
    mongoose.get('strictQuery'),
    mongoose.get('autoIndex'),
    mongoose.get('autoCreate'),
  ]).toEqual([true, true, false, false])
})

it('a standalone server gives a message that says what is missing', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-alone-'))
  const port = await freePort()
  const { binary } = await findMongod({ dataDir: folder, named: process.env['MONGOD_BINARY'], log })
  const child = spawn(
    binary,
    ['--dbpath', folder, '--port', String(port), '--bind_ip', '127.0.0.1', '--nounixsocket'],
    { stdio: 'ignore' },
  )
  const gone = once(child, 'exit')
  await expect(connectStore(`mongodb://127.0.0.1:${port}/royal-flush`)).rejects.toThrow(
    'is no replica set, and Royal Flush needs transactions',
  )
  child.kill()
  await gone
  await rm(folder, { recursive: true, force: true })
})
