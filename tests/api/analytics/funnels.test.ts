import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FunnelsView, FunnelView } from '#contract/analytics.funnels.ts'
import type { NewFiguresKeyView } from '#contract/analytics.report.ts'
import { expectIndexed, readsOf } from '#tests/support/explain.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { connectLive } from '#tests/support/socket-client.ts'

const DAY = 24 * 3600_000

let server: TestServer
let king: Person
let ann: Person
let models: typeof import('#server/features/analytics/funnels.model.ts')
let counts: typeof import('#server/features/analytics/funnel-counts.ts')

beforeAll(async () => {
  server = await startTestServer()
  ;[king, ann] = await Promise.all([person(server, 'king'), person(server, 'ann')])
  const { setAdmin } = await import('#server/features/people/users/admin-people.service.ts')
  await setAdmin(king.id, true)
  models = await import('#server/features/analytics/funnels.model.ts')
  counts = await import('#server/features/analytics/funnel-counts.ts')
})
afterAll(() => server.close())
beforeEach(async () => {
  await counts.writeSteps()
  await models.FunnelModel.deleteMany({})
  await models.FunnelDayModel.deleteMany({})
  await models.VisitorStepsModel.deleteMany({})
})

const midnight = () => Date.now() - (Date.now() % DAY)

/** A step from '/feed' or 'post/react'. */
const stepOf = (name: string) =>
  name.startsWith('/') ? { kind: 'page', path: name } : { kind: 'event', event: name }
const inputOf = (name: string, ...steps: string[]) => ({ name, steps: steps.map(stepOf) })

async function make(...steps: string[]): Promise<FunnelView> {
  const { status, body } = await king.post<FunnelView>('/analytics/funnels', inputOf('A funnel', ...steps))
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

async function shown(range = 'today'): Promise<FunnelsView['funnels']> {
  const { status, body } = await king.get<FunnelsView>(`/analytics/funnels?range=${range}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.funnels
}
const reached = async (range?: string) => (await shown(range)).map((funnel) => funnel.reached)

/** What a visitor opens and does, from '/feed' and 'post/react', written at once. */
async function does(visitor: string, ...acts: string[]): Promise<void> {
  for (const act of acts) note(visitor, act, Date.now())
  await counts.writeSteps()
}
const note = (visitor: string, act: string, at: number) =>
  counts.recordAct({
    visitor,
    kind: act.startsWith('/') ? 'page' : 'event',
    // The homepage is counted as ''.
    name: act === '/' ? '' : act,
    at,
  })

describe('A funnel', () => {
  it('counts visitors who take its steps in their order, whatever lies between', async () => {
    await make('/', '/register', 'account/sign up')
    const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()]
    await does(one, '/', '/terms', '/register', 'post/react', 'account/sign up')
    await does(two, '/', '/register')
    await does(three, '/register', 'account/sign up', '/')
    expect(await reached()).toEqual([[3, 2, 1]])
  })

  it('counts a visitor once a day at each step, and anew on the next day', async () => {
    await make('/feed', 'post/react')
    const visitor = randomUUID()
    await does(visitor, '/feed', '/feed', 'post/react')
    await does(visitor, '/feed', 'post/react')
    expect(await reached()).toEqual([[1, 1]])
    for (const act of ['post/react', '/feed']) note(visitor, act, midnight() + DAY + 1)
    await counts.writeSteps()
    const days = await models.FunnelDayModel.find().sort({ day: 1 }).lean()
    expect(days.map(({ day, reached: steps }) => [day.getTime(), steps])).toEqual([
      [midnight(), { 0: 1, 1: 1 }],
      [midnight() + DAY, { 0: 1 }],
    ])
    const places = await models.VisitorStepsModel.find().lean()
    expect(places.map(({ expiresAt }) => expiresAt.getTime()).toSorted()).toEqual([
      midnight() + DAY,
      midnight() + 2 * DAY,
    ])
    expect(JSON.stringify(places)).not.toContain(visitor)
  })

  it('takes one step with each page, also where a page is in it twice', async () => {
    await make('/feed', '/p/*', '/feed')
    const visitor = randomUUID()
    await does(visitor, '/feed')
    expect(await reached()).toEqual([[1, 0, 0]])
    await does(visitor, `/p/${'a'.repeat(24)}`, `/p/${'b'.repeat(24)}`, '/feed')
    expect(await reached()).toEqual([[1, 1, 1]])
  })

  it('knows any page, but not what is no page of this site', async () => {
    await make('/*', '/u/*', '/blog/*')
    await does(randomUUID(), 'other', '/', '/u/ann', '/blog', '/blog/of-leaving')
    expect(await reached()).toEqual([[1, 1, 1]])
    await does(randomUUID(), '/blog/of-leaving')
    expect(await reached()).toEqual([[2, 1, 1]])
  })

  it('counts from its creation on', async () => {
    const visitor = randomUUID()
    note(visitor, '/feed', Date.now() - 1_000)
    const { createdAt } = await make('/feed', '/search')
    expect(Date.now() - Date.parse(createdAt)).toBeLessThan(60_000)
    await counts.writeSteps()
    expect(await reached()).toEqual([[0, 0]])
    await does(visitor, '/search', '/feed')
    expect(await reached()).toEqual([[1, 0]])
  })

  it('[L56] goes on where another process has left a visitor', async () => {
    const { id } = await make('/feed', '/search', '/messages')
    const visitor = randomUUID()
    const { dayVisitorId } = await import('#server/features/analytics/traffic-sums.ts')
    await models.VisitorStepsModel.create({
      _id: dayVisitorId(visitor, midnight()),
      reached: { [id]: 1 },
      expiresAt: new Date(midnight() + DAY),
    })
    await does(visitor, '/feed', '/search', '/messages')
    expect(await reached()).toEqual([[0, 1, 1]])
  })

  it('adds up the days of a range; the last half hour is today', async () => {
    const { id } = await make('/feed', '/search')
    await models.FunnelDayModel.insertMany(
      [
        [0, { 0: 1 }],
        [1, { 0: 10, 1: 4 }],
        [10, { 0: 100, 1: 50 }],
      ].map(([ago, steps]) => {
        const day = midnight() - (ago as number) * DAY
        return { _id: `${id}|${day}`, funnel: id, day: new Date(day), reached: steps }
      }),
    )
    expect(await Promise.all(['live', 'today', '7d', '30d'].map(reached))).toEqual([
      [[1, 0]],
      [[1, 0]],
      [[11, 4]],
      [[111, 54]],
    ])
    const reads = await readsOf(() => reached('30d'))
    expectIndexed(reads.filter(({ collection }) => collection.startsWith('funnel')))
  })

  it('follows what people do on their pages, if they have agreed, and forgets it with their consent', async () => {
    await make('/feed', 'post/react')
    const page = await connectLive(server, { cookie: ann.cookie() })
    const react = { category: 'post', label: 'react' } as const
    await page.send('page', { path: '/feed' })
    await page.send('event', react)
    expect(await reached()).toEqual([[0, 0]])
    await ann.put('/user/privacy-settings', { analyticsConsent: true })
    await page.send('page', { path: '/feed' })
    // A reload is another connection.
    page.close()
    const again = await connectLive(server, { cookie: ann.cookie() })
    await again.send('event', react)
    again.close()
    expect(await reached()).toEqual([[1, 1]])
    expect(await models.VisitorStepsModel.countDocuments()).toBe(1)
    await ann.put('/user/privacy-settings', { analyticsConsent: false })
    expect(await models.VisitorStepsModel.countDocuments()).toBe(0)
  })
})

describe('Funnels', () => {
  it('are renamed and deleted with their counts, and the audit log says so', async () => {
    const [first, second] = [await make('/feed', '/search'), await make('/', '/feed')]
    await does(randomUUID(), '/', '/feed', '/search')
    const renamed = await king.patch<FunnelView>(`/analytics/funnels/${first.id}`, {
      name: ' From the feed ',
    })
    expect(renamed.body).toEqual({ ...first, name: 'From the feed', rev: 2 })
    expect(await shown()).toEqual([
      { ...renamed.body, reached: [1, 1] },
      { ...second, reached: [1, 1] },
    ])
    expect((await king.delete(`/analytics/funnels/${first.id}`)).status).toBe(204)
    expect((await shown()).map(({ id }) => id)).toEqual([second.id])
    expect(await models.FunnelDayModel.distinct('funnel')).toEqual([second.id])
    for (const answer of [
      await king.delete(`/analytics/funnels/${first.id}`),
      await king.patch(`/analytics/funnels/${first.id}`, { name: 'Gone' }),
    ])
      expect(answer.status).toBe(404)
    const { text } = await king.get<string>('/admin/audit')
    for (const action of ['create', 'rename', 'delete']) expect(text).toContain(`funnel.${action}`)
  })

  it('are refused without a name, with too few or too many steps, and with pages that are not counted', async () => {
    const answer = async (input: object) => {
      const { status, text } = await king.post<string>('/analytics/funnels', input)
      return [status, text]
    }
    const STEPS = [400, 'A funnel has two to five steps.']
    const PATH = [400, 'Give a page of this site, such as /feed, or all pages below one, such as /p/*.']
    expect(await answer(inputOf(' ', '/feed', '/'))).toEqual([
      400,
      'Give the funnel a name of up to 60 characters.',
    ])
    expect(await answer(inputOf('x', '/feed'))).toEqual(STEPS)
    expect(await answer(inputOf('x', '/', '/', '/', '/', '/', '/'))).toEqual(STEPS)
    for (const path of ['/nowhere', '/feed*', '/feed/*', '/feed?a=b', '/p/x', '/*/*'])
      expect(await answer(inputOf('x', '/feed', path)), path).toEqual(PATH)
    expect(await answer(inputOf('x', '/feed', '/u/ann'))).toEqual([
      400,
      'A funnel cannot be about one person. Use /u/* for all profiles.',
    ])
    expect(await answer(inputOf('x', '/feed', 'post/burn'))).toEqual([400, 'Choose an event.'])
    // A share link is the page that it leads to.
    expect((await make('/feed/', `/post/${'a'.repeat(24)}`)).steps).toEqual([
      { kind: 'page', path: '/feed' },
      { kind: 'page', path: `/p/${'a'.repeat(24)}` },
    ])
  })

  it('are ten at most', async () => {
    await models.FunnelModel.insertMany(
      Array.from({ length: 10 }, (_, at) => ({
        name: `Number ${at}`,
        steps: [stepOf('/'), stepOf('/feed')],
        createdAt: new Date(),
      })),
    )
    expect((await king.post('/analytics/funnels', inputOf('One more', '/', '/feed'))).status).toBe(409)
  })

  it('are a CSV file, and open to a token', async () => {
    await make('/', 'post/react')
    await does(randomUUID(), '/', 'post/react')
    await does(randomUUID(), '/')
    const { text } = await king.get<string>('/analytics/funnels.csv?range=today')
    expect(text.replace('\u{FEFF}', '').trim().split('\r\n')).toEqual([
      'funnel,step,name,reached,share',
      'A funnel,1,/,2,100',
      'A funnel,2,post/react,1,50',
    ])
    const { body } = await king.post<NewFiguresKeyView>('/analytics/keys', { kind: 'token', name: 'Steps' })
    const asked = (secret: string) =>
      fetch(`${server.url}/api/analytics/figures/funnels?range=7d`, {
        headers: { authorization: `Bearer ${secret}` },
      })
    expect(((await (await asked(body.secret)).json()) as FunnelsView).funnels[0]!.reached).toEqual([2, 1])
    expect((await asked('invented')).status).toBe(401)
  })
})
