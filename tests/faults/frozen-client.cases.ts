import { once } from 'node:events'
import { connect } from 'node:net'
import { beforeAll, expect, it } from 'vitest'
import { freeze } from '#tests/support/freeze.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { killable } from './shared-killable.ts'

let server: ServerProcess

beforeAll(() => void ({ server } = killable))

it('a crowd that connects while the server is busy waits in the kernel, and is not left out', async () => {
  await freeze(server.pid())
  try {
    // Node's own backlog is 511. A connection beyond the backlog would not come about while the process stands still.
    const crowd = Array.from({ length: 1_000 }, () => connect({ port: server.port, host: '127.0.0.1' }))
    await Promise.all(crowd.map((one) => once(one, 'connect')))
    crowd.forEach((one) => one.on('error', () => undefined).destroy())
  } finally {
    server.signal('SIGCONT')
  }
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
})

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
