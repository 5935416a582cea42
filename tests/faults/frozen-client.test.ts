import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { freshDatabase } from '#tests/support/server.ts'

let server: ServerProcess

beforeAll(async () => {
  server = await startServerProcess({ MONGODB_URI: freshDatabase() })
}, 90_000)
afterAll(() => server[Symbol.asyncDispose]())

it('a client that has fallen asleep with its socket open does not hold up the stop of the server', async () => {
  const sleeper = connect({ port: server.port, host: '127.0.0.1' })
  sleeper.write(
    [
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
      `Host: 127.0.0.1:${server.port}`,
      `Origin: ${server.url}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==',
      '',
      '',
    ].join('\r\n'),
  )
  const [welcome] = (await once(sleeper, 'data')) as [Buffer]
  expect(welcome.toString()).toContain('101 Switching Protocols')
  // From here on it neither reads nor sends, and does not close the connection.
  sleeper.pause()
  sleeper.on('error', () => undefined)
  const begun = performance.now()
  await server.stop()
  expect(performance.now() - begun).toBeLessThan(10_000)
  sleeper.destroy()
}, 90_000)
