import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, visitor } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  // The limits as they are, and addresses as a trusted proxy tells them.
  server = await startTestServer({ rateLimitFactor: 1, env: { TRUST_PROXY: 'loopback' } })
})
afterAll(() => server.close())

const from = (address: string) => ({ 'x-forwarded-for': address })
const login = (address: string, email: string, password = 'not it at all') => visitor(server).post('/auth/login', { email, password }, from(address))
const open = (address: string, handle: string, given: object = {}) =>
  visitor(server).post('/auth/register', { email: `${handle}@people.example`, handle, displayName: handle, password: PASSWORD, ...given }, from(address))
const times = <T>(count: number, work: (at: number) => Promise<T>) => Promise.all(Array.from({ length: count }, (_, at) => work(at)))

describe('log-in', () => {
  test('the sixth wrong try in 15 minutes from one address at one account has to wait, with the seconds told', async () => {
    await open('198.51.100.1', 'ann')
    const answers = await times(6, () => login('192.0.2.1', 'ann@people.example'))
    expect(answers.map(({ status }) => status).sort()).toEqual([401, 401, 401, 401, 401, 429])
    const refused = answers.find(({ status }) => status === 429)!
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(890)
    expect(seconds).toBeLessThanOrEqual(900)
    expect(refused.text).toBe(`Too many requests. Please try again in ${seconds} seconds.`)
    // Even the right password waits now, but from elsewhere, and at other accounts, nobody is held up.
    expect((await login('192.0.2.1', 'ANN@people.example', PASSWORD)).status).toBe(429)
    expect((await login('192.0.2.2', 'ann@people.example', PASSWORD)).status).toBe(200)
    expect((await login('192.0.2.1', 'somebody@people.example')).status).toBe(401)
  })

  test('the right password forgives the wrong ones before it', async () => {
    await open('198.51.100.2', 'bob')
    for (let round = 0; round < 3; round++) {
      await times(4, () => login('192.0.2.3', 'bob@people.example'))
      expect((await login('192.0.2.3', 'bob@people.example', PASSWORD)).status).toBe(200)
    }
  })

  test('one address has 50 tries an hour, whatever the accounts, and one right password of its own does not forgive them', async () => {
    await open('198.51.100.3', 'carol')
    const answers = await times(50, (at) => (at === 30 ? login('192.0.2.4', 'carol@people.example', PASSWORD) : login('192.0.2.4', `nobody${at}@people.example`)))
    expect(answers.filter(({ status }) => status === 429)).toEqual([])
    const next = await login('192.0.2.4', 'yet-another@people.example')
    expect(next.status).toBe(429)
    expect(Number(next.headers.get('retry-after'))).toBeGreaterThan(3000)
  })

  test('20 failures an hour on one account, from many addresses, slow each further try down but lock nobody out', async () => {
    await open('198.51.100.4', 'dora')
    await times(24, (at) => login(`203.0.113.${at >> 2}`, 'dora@people.example'))
    const started = performance.now()
    const owner = await login('192.0.2.5', 'dora@people.example', PASSWORD)
    expect(owner.status).toBe(200)
    const ownerWaited = performance.now() - started
    expect(ownerWaited).toBeGreaterThan(1500)
    const again = performance.now()
    await login('192.0.2.5', 'erin@people.example')
    expect(performance.now() - again, 'another account').toBeLessThan(ownerWaited)
  })

  test('a body that makes no sense costs no try', async () => {
    await open('198.51.100.5', 'fay')
    await times(10, () => visitor(server).post('/auth/login', { email: 'fay@people.example', password: { $ne: null } }, from('192.0.2.6')))
    expect((await login('192.0.2.6', 'fay@people.example', PASSWORD)).status).toBe(200)
  })
})

describe('registration', () => {
  test('one address opens five accounts in 30 minutes', async () => {
    const answers = await times(6, (at) => open('192.0.2.7', `clerk${at}`))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 429])
    expect((await open('192.0.2.8', 'clerk_elsewhere')).status).toBe(201)
  })

  test('a form that is filled in wrongly costs no try', async () => {
    await times(10, () => open('192.0.2.9', 'no'))
    expect((await open('192.0.2.9', 'careful')).status).toBe(201)
  })
})

describe('the password of now, asked of who is signed in', () => {
  test('can be got wrong five times in 15 minutes, whatever it is asked for', async () => {
    const zoe = visitor(server)
    await zoe.post('/auth/register', { email: 'zoe@people.example', handle: 'zoe', displayName: 'Zoe', password: PASSWORD }, from('198.51.100.90'))
    const wrong = (at: number) => zoe.put(at % 2 ? '/auth/password' : '/auth/email', { currentPassword: 'not it at all', password: 'another-of-those', email: 'zoe@new.example' })
    const answers = await times(5, wrong)
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400])
    expect((await zoe.put('/auth/password', { currentPassword: PASSWORD, password: 'another-of-those' })).status).toBe(429)
  })

  test('another email can be asked for five times an hour', async () => {
    const yan = visitor(server)
    await yan.post('/auth/register', { email: 'yan@people.example', handle: 'yan', displayName: 'Yan', password: PASSWORD }, from('198.51.100.91'))
    const answers = []
    for (let at = 0; at < 6; at++) answers.push(await yan.put('/auth/email', { currentPassword: PASSWORD, email: `yan${at}@new.example` }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
  })
})
