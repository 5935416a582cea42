import { afterAll, beforeAll, expect, it } from 'vitest'
import { person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('Twenty reports an hour are accepted, and further ones refused', async () => {
  const [ann, bob] = [await person(server, 'ann'), await person(server, 'bob')]
  const statuses = []
  for (let at = 0; at < 21; at++)
    statuses.push(
      (await ann.post('/reports', { targetType: 'user', targetId: bob.id, reason: 'other' })).status,
    )
  expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 200), 429])
})
