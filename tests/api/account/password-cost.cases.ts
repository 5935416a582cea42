import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { person, visitor } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('a password is stored as argon2id with 19 MiB and two passes', async () => {
  const { id } = await person(server, 'cost_cat')
  const stored = await mongoose.connection
    .collection('users')
    .findOne({ _id: new mongoose.Types.ObjectId(id) })
  expect(stored!['passwordHash']).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('a log-in does as much work for an unknown address as for a wrong password, so that the time reveals nothing', async () => {
  await person(server, 'dora_login')
  // Processor time of this process, which is the server's: unlike the clock it does not depend on other load.
  const work = async (emails: string[]) => {
    const before = process.cpuUsage()
    for (const email of emails)
      await visitor(server).post('/auth/login', { email, password: 'not it at all' })
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  const rounds = Array.from({ length: 20 }, (_, at) => at)
  const wrong = await work(rounds.map(() => 'dora_login@people.example'))
  const unknown = await work(rounds.map((at) => `nobody${at}@people.example`))
  expect(unknown / wrong).toBeGreaterThan(0.6)
  expect(unknown / wrong).toBeLessThan(1.7)
})
