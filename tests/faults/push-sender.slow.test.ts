import { readFileSync } from 'node:fs'
import { constants, getPriority } from 'node:os'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { follow, watching } from '#tests/realtime/support/scenes.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { startInternet, type Internet } from '#tests/support/internet.ts'
import { subscribedBrowser, type PushBrowser } from '#tests/support/push-service.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { startTwoServers, type TwoServers } from '#tests/support/two-servers.ts'
import { until } from '#tests/support/until.ts'
import { endLeases } from './killable-server.ts'

// These tests start processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

let internet: Internet
let servers: TwoServers
let here: ServerProcess
let there: ServerProcess
let round = 0
/** At the one server and at the other. */
let ann: Person
let bob: Person
let phone: PushBrowser

beforeAll(async () => {
  internet = await startInternet()
  servers = await startTwoServers({ ...internet.settings, MEDIA_PRIORITY: 'low' })
  ;({ here, there } = servers)
}, 120_000)
afterAll(async () => {
  await servers?.close()
  await internet?.[Symbol.asyncDispose]()
})
beforeEach(async () => {
  round += 1
  ;[ann, bob] = await Promise.all([person(here, `ann_${round}`), person(there, `bob_${round}`)])
  phone = await subscribedBrowser(internet, ann)
})

/** The processes of a server that send its web pushes. */
function sendersOf(server: ServerProcess): number[] {
  const children = readFileSync(`/proc/${server.pid()}/task/${server.pid()}/children`, 'utf8').trim()
  return children
    .split(' ')
    .filter((pid) => pid !== '' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('web pushes'))
    .map(Number)
}
const noneLeft = () =>
  until(
    'no push waits',
    async () => (await servers.store.collection('jobs').countDocuments({ kind: 'push' })) === 0,
    60_000,
  )
const sentBy = async ({ url }: ServerProcess) => {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^job_runs_total\{kind="push",result="done"\} (\d+)$/m.exec(text)?.[1] ?? 0)
}

it('A push is sent by another process than the server, which lets requests go first and counts for it', async () => {
  const before = await sentBy(there)
  await follow(bob, ann)
  await phone.nth(1)
  const [pid] = sendersOf(there)
  expect(getPriority(pid)).toBe(constants.priority.PRIORITY_BELOW_NORMAL)
  expect(getPriority(there.pid())).toBe(constants.priority.PRIORITY_NORMAL)
  await noneLeft()
  // The server here may have sent it as well as the one there.
  await until('it is counted', async () => (await sentBy(there)) + (await sentBy(here)) > before)
  await until('the monitor has a row of the process', async () => {
    const rows = servers.store.collection('pipes')
    // No server takes it for one that lacks the Redis of the others.
    const apart = { name: { $regex: `:${pid} \\(web pushes\\)$` }, 'surroundings.redis': 'away' }
    return (await rows.countDocuments(apart)) === 1
  })
})

it('What it changes is told to the pages of all servers', async () => {
  const page = await watching(there, ann)
  phone.answer = (_req, res) => void res.writeHead(410).end()
  await follow(bob, ann)
  await page.next('pushes:updated')
  page.close()
})

it('Pushes that two servers send arrive once each', async () => {
  const fans = await Promise.all(
    Array.from({ length: 20 }, (_, at) => person(at % 2 ? here : there, `fan_${round}_${at}`)),
  )
  const phones = await Promise.all(fans.map((who) => subscribedBrowser(internet, who)))
  await Promise.all(fans.map((fan) => follow(ann, fan)))
  await Promise.all(phones.map((one) => one.nth(1)))
  await noneLeft()
  expect(phones.map(({ received }) => received.length)).toEqual(phones.map(() => 1))
})

it('kill -9 of it loses no push: it is started again, and what had no answer yet is sent once more', async () => {
  phone.silent = true
  await follow(bob, ann)
  const first = await phone.nth(1)
  const killed = [...sendersOf(here), ...sendersOf(there)]
  killed.forEach((pid) => process.kill(pid, 'SIGKILL'))
  phone.silent = false
  await endLeases(servers.store)
  const second = await phone.nth(2)
  expect(second.headers['topic']).toBe(first.headers['topic'])
  await noneLeft()
  expect(phone.received).toHaveLength(2)
  const senders = [...sendersOf(here), ...sendersOf(there)]
  expect(senders.filter((pid) => killed.includes(pid))).toEqual([])
  await until('the monitor tells of it', async () => {
    const words = await servers.store.collection('faults').distinct('message')
    return words.some((message) => message.includes('ended without a word'))
  })
})

it('One that has ended because nothing was to be sent is there again for the next push', async () => {
  await follow(bob, ann)
  await phone.nth(1)
  await noneLeft()
  for (const pid of [...sendersOf(here), ...sendersOf(there)]) process.kill(pid, 'SIGTERM')
  await until('they have ended', () => sendersOf(here).length + sendersOf(there).length === 0)
  await follow(await person(there, `cat_${round}`), ann)
  await phone.nth(2)
  expect(phone.received).toHaveLength(2)
})

it('A server that is stopped ends it', async () => {
  await follow(bob, ann)
  await phone.nth(1)
  const [sender] = sendersOf(there)
  await there.stop()
  expect(() => process.kill(sender!, 0)).toThrow('ESRCH')
})
