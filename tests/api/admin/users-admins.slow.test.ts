import { execFile } from 'node:child_process'
import path from 'node:path'
import mongoose from 'mongoose'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ProfileView } from '#contract/people.ts'
import { person, visitor } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

// These tests start processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

const SCRIPT = path.resolve(import.meta.dirname, '../../../scripts/admin.ts')

interface Run {
  code: number
  said: string
  complained: string
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  for (const handle of ['ann', 'bob']) await person(server, handle)
})
afterAll(() => server.close())
beforeEach(async () => {
  await mongoose.connection.collection('users').updateMany({}, { $set: { isAdmin: false } })
})

/** `npm run admin -- ...` with these settings. */
const run = (settings: Record<string, string>, words: string[]): Promise<Run> =>
  new Promise((resolve) => {
    const env = { ...process.env, ...settings }
    execFile(process.execPath, [SCRIPT, ...words], { env }, (error, said, complained) =>
      resolve({ code: Number(error?.code ?? 0), said, complained }),
    )
  })
/** Beside the running server. */
const admin = (...words: string[]) => run({ MONGODB_URI: server.storeUri }, words)
const database = () => `Database: ${server.storeUri.replace(/\?.*/, '')}\n`
const refused = (line: string): Run => ({ code: 1, said: '', complained: `${database()}${line}\n` })
const isAdmin = async (handle: string) =>
  (await visitor(server).get<ProfileView>(`/users/${handle}`)).body.isAdmin

describe('npm run admin', () => {
  test('refuses to revoke the last admin', async () => {
    await mongoose.connection.collection('users').updateOne({ handle: 'ann' }, { $set: { isAdmin: true } })
    expect(await admin('revoke', 'ann')).toEqual(refused('The site needs at least one admin.'))
    expect(await isAdmin('ann')).toBe(true)
  })

  test('takes effect in the running server within seconds, without a new log-in', async () => {
    // One admin stays.
    await mongoose.connection.collection('users').updateOne({ handle: 'ann' }, { $set: { isAdmin: true } })
    const bob = await person(server, 'bob')
    const adminPage = async () => (await bob.get('/admin/analytics/realtime')).status
    expect(await adminPage()).toBe(403)
    await admin('grant', 'bob')
    await until('the grant is noticed', async () => (await adminPage()) === 200)
    await admin('revoke', 'bob')
    await until('the revocation is noticed', async () => (await adminPage()) === 403)
  })
})

test('two admins who revoke each other at the same moment leave one admin', async () => {
  const { setAdmin } = await import('#server/features/people/users/admin-people.service.ts')
  const ann = await person(server, 'ann')
  const bob = await person(server, 'bob')
  for (let round = 0; round < 10; round++) {
    await Promise.all([setAdmin(ann.id, true), setAdmin(bob.id, true)])
    const outcomes = await Promise.allSettled([setAdmin(ann.id, false), setAdmin(bob.id, false)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await mongoose.connection.collection('users').countDocuments({ isAdmin: true })).toBe(1)
  }
})
