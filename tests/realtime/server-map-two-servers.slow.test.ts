import { text } from 'node:stream/consumers'
import type { Db } from 'mongodb'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { AlertsView } from '#contract/monitor.alerts.ts'
import type { ServerMapTimelineView, ServerMapView } from '#contract/monitor.server-map.ts'
import { person, visitor, type Person } from '#tests/support/http-client.ts'
import { startInternet, type Internet } from '#tests/support/internet.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { connectLive, type LiveClient } from '#tests/support/socket-client.ts'
import { startTwoServers, type TwoServers } from '#tests/support/two-servers.ts'
import { until } from '#tests/support/until.ts'

// These tests start processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

let servers: TwoServers
let store: Db
let internet: Internet
let here: ServerProcess
let there: ServerProcess
let king: Person
const posted: { id: string; type: string }[] = []

beforeAll(async () => {
  internet = await startInternet()
  internet.pages.set('/alerts', (req, res) => {
    void text(req).then((body) => {
      posted.push({ id: req.headers['webhook-id'] as string, type: JSON.parse(body).type })
      res.writeHead(204).end()
    })
  })
  servers = await startTwoServers(internet.settings)
  ;({ here, there, store } = servers)
  // The first server has not seen him before: what it knows of him is what is stored.
  const elsewhere = await person(there, 'king')
  await store.collection('users').updateOne({ handle: 'king' }, { $set: { isAdmin: true } })
  const caller = visitor(here)
  caller.setCookie(elsewhere.cookie())
  king = { ...elsewhere, ...caller }
  await king.put('/ai-monitor/alert-webhook', { url: 'https://hooks.test/alerts' })
}, 120_000)
afterAll(async () => {
  await servers?.close()
  await internet?.[Symbol.asyncDispose]()
})

/** A page of the king at the first server that watches this topic. */
async function watching(topic: 'sewer' | 'monitor'): Promise<LiveClient> {
  const page = await connectLive(here, { cookie: king.cookie() })
  await page.send('watch', { topic })
  return page
}
const pidsIn = ({ pipes }: ServerMapView) => pipes.map(({ name }) => Number(name.split(':').at(-1)))
const measuredWithin = ({ at, pipes }: ServerMapView, ms: number) =>
  pipes.every((pipe) => Date.parse(at) - Date.parse(pipe.at) < ms)

it('[L48] show both processes on one server map, which runs each second while it is watched', async () => {
  const page = await watching('sewer')
  const { wall } = await page.next(
    'wall:updated',
    (event) => event.wall.pipes.length === 2 && measuredWithin(event.wall, 2_500),
  )
  expect(new Set(pidsIn(wall)).size).toBe(2)
  expect(wall.queue).toMatchObject({ failed: 0 })
  const visitor = await connectLive(there)
  const { wall: crowded } = await page.next('wall:updated', (event) =>
    event.wall.pipes.some(({ sockets, name }) => sockets === 1 && !name.endsWith(`:${here.pid()}`)),
  )
  expect(crowded.pipes.reduce((sum, { sockets }) => sum + sockets, 0)).toBe(2)
  visitor.close()
  page.close()
  // Nobody watches: it is measured a few times a minute.
  await until('both have stopped to hurry', async () => {
    const now = (await king.get<ServerMapView>('/ai-monitor/wall')).body
    return (
      now.pipes.length === 2 && now.pipes.every((pipe) => Date.parse(now.at) - Date.parse(pipe.at) > 3_000)
    )
  })
})

it('[L48] keep a minute of each process for the time line', async () => {
  const { minutes } = (await king.get<ServerMapTimelineView>('/ai-monitor/wall/timeline')).body
  const [minute] = minutes.filter(({ pipes }) => pipes === 2)
  expect(minute).toMatchObject({ pipes: 2 })
  const then = (await king.get<ServerMapView>(`/ai-monitor/wall?at=${minute!.at}`)).body
  expect(then).toMatchObject({ at: minute!.at, queue: { failed: 0 }, openAlerts: 0 })
  expect(new Set(pidsIn(then)).size).toBe(2)
  const before = new Date(Date.parse(minutes[0]!.at) - 3600_000).toISOString()
  expect((await king.get<ServerMapView>(`/ai-monitor/wall?at=${before}`)).body).toEqual({
    at: before,
    pipes: [],
    queue: null,
    openAlerts: 0,
  })
  expect((await king.get('/ai-monitor/wall?at=yesterday')).status).toBe(400)
})

it('[L47] tell once of a process that was killed: the living one notices, and the dead one says so when it is back', async () => {
  const page = await watching('monitor')
  await there.kill()
  const isOpen = ({ alerts }: AlertsView) =>
    alerts.some(({ rule, resolvedAt }) => rule === 'crash' && !resolvedAt)
  await page.next('alerts:updated', (event) => isOpen(event.alerts), 60_000)
  await until('the webhook is called', () => posted.length > 0, 30_000)
  await there.start()
  // Its crash note is read at its start, and is about the same process.
  await until(
    'the note was read',
    async () =>
      (await store.collection('alert_rules').countDocuments({ 'crashes.words': /without a word/ })) === 1,
    30_000,
  )
  const view = (await king.get<AlertsView>('/ai-monitor/alerts')).body
  expect(view.alerts).toMatchObject([{ rule: 'crash', peak: 1, resolvedAt: null }])
  expect(posted.map(({ type }) => type)).toEqual(['alert.opened'])
  page.close()
})
