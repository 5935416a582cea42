import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { ProfileView, UserView } from '#contract/people.ts'
import { across, PASSWORD, person, visitor } from '#tests/support/http-client.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { startTwoServers, type TwoServers } from '#tests/support/two-servers.ts'
import { until } from '#tests/support/until.ts'

// These tests start processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

let servers: TwoServers
let one: ServerProcess
let two: ServerProcess

beforeAll(async () => {
  servers = await startTwoServers()
  ;({ here: one, there: two } = servers)
})
afterAll(() => servers?.close())

/** Well below the five seconds after which a cache expires. */
const AT_ONCE = 3_000

test('a block made at one process takes effect at the other at once, although the blocked person was cached there', async () => {
  const ann = await person(one, 'ann')
  const bob = await person(two, 'bob')
  const finds = async () => (await bob.get<UserView[]>('/users/search?q=ann')).body.length
  expect(await finds()).toBe(1)
  await ann.post(`/users/${bob.id}/block`)
  await until('the other process hides her', async () => (await finds()) === 0, AT_ONCE)
  expect((await bob.get('/users/ann')).status).toBe(404)
})

test('a log-out at one process takes effect at the other', async () => {
  const cat = await person(one, 'cat')
  const there = across(cat, two)
  expect((await there.get('/auth/me')).status).toBe(200)
  await cat.post('/auth/logout')
  expect((await there.get('/auth/me')).status).toBe(401)
})

test('a new name is used by the other process', async () => {
  const dan = await person(one, 'dan')
  const there = across(dan, two)
  const signsAs = async (handle: string) => {
    const eve = await person(one, handle)
    await there.post(`/users/${eve.id}/follow`)
    return (await eve.get<{ actor: { displayName: string } }[]>('/notifications')).body[0]?.actor.displayName
  }
  expect(await signsAs('eve_0')).toBe('dan')
  await dan.patch('/users/me', { displayName: 'Dan the Man' })
  let round = 0
  await until(
    'the other process knows the name',
    async () => (await signsAs(`eve_${++round}`)) === 'Dan the Man',
    AT_ONCE,
  )
})

test('log-in limits are shared: the sixth attempt is refused at either process', async () => {
  const strict = { RATE_LIMIT_FACTOR: '1' }
  const strictOnes = await Promise.all([servers.startAnother(strict), servers.startAnother(strict)])
  onTestFinished(
    async () => void (await Promise.all(strictOnes.map((process) => process[Symbol.asyncDispose]()))),
  )
  const statuses: number[] = []
  for (let at = 0; at < 6; at++) {
    const { status } = await visitor(strictOnes[at % 2]!).post('/auth/login', {
      email: 'ann@people.example',
      password: 'not it at all',
    })
    statuses.push(status)
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
})

test('an attempt to log in waits while another process checks one for the same account', async () => {
  const fred = await person(one, 'fred')
  const memory = new Redis(servers.redis.url)
  onTestFinished(() => memory.disconnect())
  const held = `royal:attempt:${fred.email}`
  await memory.set(held, 'another process', 'PX', 20_000)
  let answered = false
  const attempt = visitor(two)
    .post('/auth/login', { email: fred.email, password: PASSWORD })
    .finally(() => (answered = true))
  // The duration of a whole log-in at another account.
  expect(
    (await visitor(two).post('/auth/login', { email: (await person(one, 'gus')).email, password: PASSWORD }))
      .status,
  ).toBe(200)
  expect(answered).toBe(false)
  await memory.del(held)
  expect((await attempt).status).toBe(200)
  expect(await memory.exists(held)).toBe(0)
})

test('two follows at two processes at the same moment are both counted', async () => {
  const star = await person(one, 'star')
  const fans = await Promise.all(
    Array.from({ length: 10 }, (_, at) => person(at % 2 ? one : two, `fan_${at}`)),
  )
  const answers = await Promise.all(
    fans.flatMap((fan, at) => [
      fan.post(`/users/${star.id}/follow`),
      across(fan, at % 2 ? two : one).post(`/users/${star.id}/follow`),
    ]),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await star.get<ProfileView>('/users/star')).body._count.followers).toBe(10)
})
