import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, visitor } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { runningTime } from '#tests/support/durations.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('clients that never finish their headers are disconnected, and delay nobody else', async () => {
  const sockets: Socket[] = []
  const ended: Promise<unknown>[] = []
  for (let at = 0; at < 300; at++) {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.on('error', () => socket.destroy())
    socket.resume().write('GET /api/auth/me HTTP/1.1\r\nHost: x\r\nX-Slow: ')
    ended.push(once(socket, 'close'))
    sockets.push(socket)
  }
  const logIn = () =>
    visitor(server).post('/auth/login', { email: 'nobody@people.example', password: PASSWORD })
  const toLogIn = await runningTime(async () => expect((await logIn()).status).toBe(401))
  expect(toLogIn).toBeLessThan(5000)
  expect(toLogIn + (await runningTime(() => Promise.all(ended)))).toBeLessThan(16_000)
}, 30_000)
