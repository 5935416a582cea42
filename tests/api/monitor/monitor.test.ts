import { mkdir, rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ManualFixView, MonitorErrorView, MonitorStatusView } from '#contract/monitor.ts'
import { TEST_ERRORS, type TestError } from '#contract/monitor.constants.ts'
import { expectIndexed, readsOf } from '#tests/support/explain.ts'
import { person, visitor, type Caller, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

let server: TestServer
let king: Person
let ann: Person
let nobody: Caller

beforeAll(async () => {
  server = await startTestServer()
  ;[king, ann] = await Promise.all([person(server, 'king'), person(server, 'ann')])
  const { setAdmin } = await import('#server/features/people/users/admin-people.service.ts')
  await setAdmin(king.id, true)
  nobody = visitor(server)
})
afterAll(() => server.close())

const status = async () => (await king.get<MonitorStatusView>('/ai-monitor/status')).body
type Fits = (error: MonitorErrorView) => boolean
/** Waits for a matching error, as the page does. */
async function appears(fits: Fits): Promise<MonitorErrorView> {
  let found: MonitorErrorView | undefined
  await until('the error is in the status', async () => {
    found = (await status()).recentErrors.find(fits)
    return found !== undefined
  })
  return found!
}
const cause = async (errorType: TestError) =>
  expect((await king.post('/ai-monitor/test-error', { errorType })).status).toBe(204)
const report = (message: string, stack = '', page = '/') =>
  nobody.post('/ai-monitor/browser-error', { message, stack, page })

describe('A test error', () => {
  it.each(TEST_ERRORS)('of type %s is recorded, and classified by the rules', async (type) => {
    await cause(type)
    const error = await appears((one) => one.test && one.type === type)
    expect(error).toMatchObject({
      source: 'server',
      during: 'a listener failed',
      resolved: false,
      regression: false,
      count: 1,
    })
    expect(error.where, JSON.stringify(error)).toMatch(
      type === 'media' ? /storage\/storage/ : /monitor\.handlers/,
    )
  })

  it('is counted in its existing group', async () => {
    await cause('runtime')
    await appears(({ type, test, count }) => test && type === 'runtime' && count === 2)
  })

  it('runs the repair that its rule names, and shows the result', async () => {
    const error = await appears(
      ({ type, test, fixAttempts }) => test && type === 'database' && fixAttempts > 0,
    )
    expect(error).toMatchObject({
      resolved: false,
      lastFix: { repair: 'store', outcome: 'well', detail: 'The store answers and takes writes.' },
    })
  })
})

describe('An error', () => {
  it('can be resolved and reopened by an admin, and changes the health', async () => {
    const before = await status()
    const error = before.recentErrors.find(({ type, resolved }) => type === 'runtime' && !resolved)!
    expect((await king.post<MonitorErrorView>(`/ai-monitor/errors/${error.id}/resolve`)).body).toMatchObject({
      resolved: true,
      regression: false,
    })
    const after = await status()
    expect(after).toMatchObject({
      totalErrors: before.totalErrors,
      unresolvedErrors: before.unresolvedErrors - 1,
    })
    expect(after.health).toBe(Math.round(100 - (after.unresolvedErrors / after.totalErrors) * 100))
    expect((await king.post<MonitorErrorView>(`/ai-monitor/errors/${error.id}/reopen`)).body).toMatchObject({
      resolved: false,
      regression: false,
    })
    expect(await status()).toMatchObject({ health: before.health })
  })

  it('that recurs after it was resolved is a regression', async () => {
    const error = await appears(({ type, test }) => test && type === 'validation')
    await king.post(`/ai-monitor/errors/${error.id}/resolve`)
    await cause('validation')
    expect(await appears(({ id, resolved }) => id === error.id && !resolved)).toMatchObject({
      regression: true,
      count: error.count + 1,
    })
  })

  it('with an unknown id answers 404', async () => {
    expect((await king.post('/ai-monitor/errors/0123456789abcdef01234567/resolve')).status).toBe(404)
  })

  it('of a route is recorded automatically, without personal data', async () => {
    const { UserModel } = await import('#server/features/people/users/users.model.ts')
    const failing = UserModel.collection
    const original = failing.findOne
    failing.findOne = () =>
      Promise.reject(new TypeError(`no seat for ${ann.email} "what ann wrote"`)) as never
    const answer = await nobody.post('/auth/login', { email: ann.email, password: 'x' })
    failing.findOne = original
    expect(answer.status).toBe(500)
    const error = await appears(({ during }) => during === 'request failed')
    expect(error).toMatchObject({
      source: 'server',
      type: 'runtime',
      severity: 'HIGH',
      message: 'TypeError: no seat for [address] "…"',
      test: false,
    })
    expect(JSON.stringify(await status())).not.toMatch(/ann@|what ann wrote/)
  })
})

describe("A browser's error", () => {
  it('is accepted from everybody, without personal data', async () => {
    const secret = 'ann@people.example'
    const stack = `TypeError: x\n    at Kr (${server.url}/assets/posts-D1xV_a-9.js:2:4711)`
    expect(
      (await report(`Uncaught TypeError: odd ${secret}`, stack, `/u/${ann.handle}?tab=likes`)).status,
    ).toBe(204)
    const error = await appears(({ source }) => source === 'browser')
    expect(error).toMatchObject({
      type: 'runtime',
      severity: 'MEDIUM',
      message: 'TypeError: odd [address]',
      where: 'assets/posts.js Kr',
      during: 'showing /u/…',
    })
  })

  it('is refused when it is too large', async () => {
    expect((await report('x'.repeat(301))).status).toBe(400)
    expect((await report('x', 'x'.repeat(2001))).status).toBe(400)
  })
})

describe('Repairs', () => {
  it('create missing folders, and resolve the errors that they caused', async () => {
    const { config } = await import('#server/platform/config.ts')
    await rm(config.UPLOADS_DIR, { recursive: true, force: true })
    const fixed = (
      await king.post<ManualFixView>('/ai-monitor/manual-fix', {
        errorMessage: 'File upload verification failed',
      })
    ).body
    expect(fixed.checks.map(({ repair, outcome }) => [repair, outcome])).toEqual([
      ['folders', 'mended'],
      ['media', 'well'],
    ])
    await mkdir(config.UPLOADS_DIR).then(
      () => expect.unreachable('the folder was not made'),
      () => undefined,
    )
    const error = await appears(({ type, test }) => test && type === 'media')
    expect(error).toMatchObject({ resolved: true })
    expect(error.fixAttempts).toBeGreaterThan(0)
  })

  it('check the database by its name in the product document', async () => {
    const fixed = (
      await king.post<ManualFixView>('/ai-monitor/manual-fix', {
        errorMessage: 'Database connectivity failed',
      })
    ).body
    expect(fixed.checks).toMatchObject([{ repair: 'store', outcome: 'well' }])
  })

  it('do nothing for an error without a rule', async () => {
    expect(
      (await king.post<ManualFixView>('/ai-monitor/manual-fix', { errorMessage: 'The king is bored' })).body,
    ).toEqual({ checks: [] })
  })

  it('check the whole system on request', async () => {
    const checked = (await king.post<MonitorStatusView>('/ai-monitor/force-check')).body
    expect(checked.status).toBe('running')
    expect(checked.checks.map(({ repair }) => repair)).toEqual(['store', 'folders', 'media', 'mail', 'page'])
    expect((await status()).checks).toEqual(checked.checks)
  })
})

it('is bounded: made-up errors do not create groups without limit', async () => {
  const { ErrorGroupModel } = await import('#server/features/monitor/error-groups.model.ts')
  const { reportUnexpected } = await import('#server/platform/error-reports.ts')
  const now = new Date()
  const planted = (at: number) => ({
    fingerprint: `planted-${at}`,
    source: 'server',
    type: 'runtime',
    severity: 'LOW',
    message: 'x',
    firstSeen: new Date(0),
    lastSeen: now,
    resolved: true,
  })
  await ErrorGroupModel.insertMany(Array.from({ length: 1000 }, (_, at) => planted(at)))
  for (let at = 0; at < 300; at += 1)
    reportUnexpected({
      source: 'browser',
      error: new Error(
        `${'abcdefghij'[at % 10]}${'klmnopqrst'[Math.floor(at / 10) % 10]}${'uvw'[Math.floor(at / 100)]}`,
      ),
      during: '',
      test: false,
    })
  await appears(
    ({ message, count }) => message === 'More different errors than are kept apart' && count === 300,
  )
  expect(await ErrorGroupModel.countDocuments()).toBeLessThan(1020)
})

it('reads through an index, whatever the number of errors', async () => {
  expectIndexed(
    (await readsOf(status)).filter(
      ({ collection, returned, plan }) =>
        collection === 'faults' && !(plan === 'none' || plan.startsWith('COUNT') || returned === 0),
    ),
  )
})

it('is for admins only', async () => {
  const calls = (who: Caller) =>
    Promise.all([
      who.get('/ai-monitor/status'),
      who.post('/ai-monitor/force-check'),
      who.post('/ai-monitor/test-error', { errorType: 'runtime' }),
      who.post('/ai-monitor/manual-fix', { errorMessage: 'x' }),
      who.post('/ai-monitor/errors/0123456789abcdef01234567/resolve'),
      who.post('/ai-monitor/errors/0123456789abcdef01234567/reopen'),
    ])
  expect((await calls(nobody)).map((answer) => answer.status)).toEqual(Array(6).fill(401))
  expect((await calls(ann)).map((answer) => answer.status)).toEqual(Array(6).fill(403))
})
