import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '#tests/support/free-port.ts'
import { startNginx } from '#tests/support/nginx.ts'
import { until } from '#tests/support/until.ts'

let folder: string
let app: Server
let appPort: number
let nginx: Awaited<ReturnType<typeof startNginx>>
let url: string
const open = async () => {
  // Stands for an app that is closed for maintenance.
  app = createServer((req, res) =>
    req.url === '/healthz' ? res.end('ok') : res.writeHead(503, { 'retry-after': '120' }).end('From the app'),
  )
  await new Promise<void>((resolve) => void app.listen(appPort, '127.0.0.1', resolve))
}
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-pause-'))
  appPort = await freePort()
  await open()
  const port = await freePort()
  nginx = await startNginx(folder, { port, servers: [{ port: appPort }] })
  url = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  await nginx?.close()
  app?.close()
  await rm(folder, { recursive: true, force: true })
})

const answer = async (place: string) => {
  const response = await fetch(url + place)
  return { status: response.status, wait: response.headers.get('retry-after'), text: await response.text() }
}

it('behind nginx the answers of the app are its own, and where it is away a page says so, but not to programs', async () => {
  const own = { status: 503, wait: '120', text: 'From the app' }
  expect([await answer('/feed'), await answer('/api/feed')]).toEqual([own, own])
  app.closeAllConnections()
  await new Promise((resolve) => app.close(resolve))
  const page = await answer('/feed')
  expect(page).toMatchObject({ status: 503, wait: '10' })
  expect(page.text).toContain('>Back in a moment</h1>')
  const call = await answer('/api/feed')
  expect(call.status).toBe(502)
  expect(call.text).not.toContain('Back in a moment')
  await open()
  await until('the app is back', async () => (await answer('/feed')).text === 'From the app')
})
