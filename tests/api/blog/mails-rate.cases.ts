import { afterAll, beforeAll, expect, it } from 'vitest'
import { visitor } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('a letter is asked for 3 times an hour for one address, 10 times from one network', async () => {
  const caller = visitor(server)
  const statuses = []
  for (const name of ['one', 'one', 'one', 'one', 'two', 'two', 'two', 'three', 'three', 'three', 'four'])
    statuses.push((await caller.post('/blog/mails/ask', { email: `${name}@people.example` })).status)
  expect(statuses).toEqual([200, 200, 200, 429, 200, 200, 200, 200, 200, 200, 429])
})
