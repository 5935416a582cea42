import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type {
  FiguresKeyView,
  NewFiguresKeyView,
  ReportView,
  SharedReportView,
} from '#contract/analytics.report.ts'
import { readsOf } from '#tests/support/explain.ts'
import { person, visitor, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import type { Visitor } from '#server/features/analytics/visitors.ts'
import { connectLive } from '#tests/support/socket-client.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let server: TestServer
let king: Person
let ann: Person
let german: Visitor
let stranger: Visitor
let traffic: typeof import('#server/features/analytics/traffic.model.ts')

beforeAll(async () => {
  server = await startTestServer()
  ;[king, ann] = await Promise.all([person(server, 'king'), person(server, 'ann')])
  const { setAdmin } = await import('#server/features/people/users/admin-people.service.ts')
  await setAdmin(king.id, true)
  traffic = await import('#server/features/analytics/traffic.model.ts')
})
afterAll(() => server.close())
beforeEach(async () => {
  const { flushPageViews } = await import('#server/features/analytics/page-views.service.ts')
  await flushPageViews()
  await traffic.TrafficSumModel.deleteMany({})
  await traffic.TrafficDayModel.deleteMany({})
  await traffic.DayVisitorModel.deleteMany({})
  // A process remembers whom it has counted today.
  german = { key: randomUUID(), country: 'DE', device: 'mobile' }
  stranger = { key: randomUUID(), country: 'Unknown', device: 'desktop' }
  const { reports } = await import('#server/features/analytics/report.service.ts')
  reports.clear()
})

const reportOf = async (query: string) => {
  const { status, body } = await king.get<ReportView>(`/analytics/report?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

interface Step {
  path?: string
  referrer?: string
  event?: string
}

/** What one visitor does on one connection. */
async function visit(who: Visitor, ...steps: Step[]): Promise<void> {
  const { recordPageView, recordEvent } = await import('#server/features/analytics/page-views.service.ts')
  let last: ReturnType<typeof recordPageView> | undefined
  for (const { path, referrer, event } of steps)
    if (event) recordEvent(who, event, last)
    else last = recordPageView(who, { path: path!, ...(referrer !== undefined && { referrer }), visit: last })
}

const midnight = () => Date.now() - (Date.now() % DAY)
const FACTS = {
  page: '/feed',
  country: 'DE',
  device: 'desktop',
  source: 'direct',
  event: '',
} as const
const row = (more: object) => ({
  ...FACTS,
  views: 0,
  visits: 0,
  visitors: 0,
  events: 0,
  ...more,
})
/** Days that are over, by how many days ago they were. */
async function plantDays(days: Record<number, object[]>, more: object = {}): Promise<void> {
  const { dayOfRows } = await import('#server/features/analytics/traffic-days.ts')
  await traffic.TrafficDayModel.insertMany(
    Object.entries(days).map(([ago, rows]) => ({
      ...dayOfRows(midnight() - Number(ago) * DAY, rows.map(row)),
      ...more,
    })),
  )
}

describe('The report of a range', () => {
  it('counts views, visits, visitors and events of the last half hour and of today', async () => {
    await visit(
      stranger,
      { path: '/', referrer: 'https://news.example/a' },
      { path: '/feed' },
      { event: 'post/share' },
    )
    await visit(german, { path: '/feed', referrer: '' }, { path: '/feed' })
    // The same visitor again, on another connection.
    await visit(german, { path: '/terms' })
    for (const range of ['live', 'today']) {
      const shown = await reportOf(`range=${range}`)
      expect(shown).toMatchObject({
        views: { total: 5, before: 0, change: null },
        visits: { total: 2, change: null },
        visitors: range === 'live' ? null : { total: 2 },
        events: { total: 1 },
        pages: [
          { page: '/feed', views: 3 },
          { page: '/', views: 1 },
          { page: '/terms', views: 1 },
        ],
        countries: [
          { country: 'DE', views: 3 },
          { country: 'Unknown', views: 2 },
        ],
        devices: [
          { device: 'mobile', views: 3 },
          { device: 'desktop', views: 2 },
        ],
        sources: [
          { source: 'direct', visits: 1, views: 2 },
          { source: 'news.example', visits: 1, views: 2 },
        ],
        eventList: [{ category: 'post', label: 'share', total: 1, before: 0, change: null }],
      })
      expect(shown.series.views.reduce((sum, count) => sum + count, 0)).toBe(5)
      expect(shown.series.views).toHaveLength(range === 'live' ? 30 : new Date().getUTCHours() + 1)
    }
  })

  it('remembers what led to a visit, and the page of an event, while the connection lasts', async () => {
    const live = await connectLive(server)
    const sent = [
      await live.send('page', { path: '/', referrer: 'https://news.example/a' }),
      await live.send('page', { path: '/terms' }),
      await live.send('event', { category: 'post', label: 'share' }),
    ]
    live.close()
    const again = await connectLive(server)
    sent.push(await again.send('page', { path: '/feed' }))
    again.close()
    expect(sent.every(({ ok }) => ok)).toBe(true)
    const { views, visits, events } = await reportOf('range=live&source=news.example')
    expect([views.total, visits.total, events.total]).toEqual([2, 1, 1])
    expect((await reportOf('range=live&page=/terms')).events.total).toBe(1)
    expect((await reportOf('range=live&source=unknown')).views.total).toBe(1)
  })

  it('can be filtered by page, country, device and source together', async () => {
    await visit(
      german,
      { path: '/', referrer: 'https://news.example' },
      { path: '/feed' },
      { event: 'post/react' },
    )
    await visit(stranger, { path: '/feed', referrer: '' })
    const filtered = async (filters: string) => {
      const { views, visits, events } = await reportOf(`range=today&${filters}`)
      return [views.total, visits.total, events.total]
    }
    expect(await filtered('page=/feed')).toEqual([2, 1, 1])
    expect(await filtered('page=/')).toEqual([1, 1, 0])
    expect(await filtered('country=DE')).toEqual([2, 1, 1])
    expect(await filtered('device=desktop')).toEqual([1, 1, 0])
    expect(await filtered('source=news.example')).toEqual([2, 1, 1])
    expect(await filtered('page=/feed&country=DE&device=mobile&source=news.example')).toEqual([1, 0, 1])
    expect(await filtered('page=/feed&country=US')).toEqual([0, 0, 0])
  })

  it('compares days that are over with the same number of days before', async () => {
    await plantDays({
      1: [
        { views: 30, visits: 3, visitors: 2 },
        { event: 'post/react', events: 6 },
      ],
      6: [{ views: 30, page: '/terms', country: 'FR' }],
      7: [{ views: 999 }],
      8: [
        { views: 40, visits: 4, visitors: 4 },
        { event: 'post/react', events: 4 },
      ],
      13: [{ views: 0 }],
    })
    await visit(stranger, { path: '/feed', referrer: '' })
    const week = await reportOf('range=7d')
    // Today is not over: its view is in the sum, and today and its counterpart are left out of the change.
    expect(week.views).toEqual({ total: 61, before: 1039, change: 50 })
    expect(week.visits).toMatchObject({ total: 4, change: -25 })
    expect(week.visitors).toMatchObject({ before: 4, change: -50 })
    expect(week.eventList).toEqual([{ category: 'post', label: 'react', total: 6, before: 4, change: 50 }])
    expect(week.series).toEqual({
      views: [30, 0, 0, 0, 0, 30, 1],
      before: [0, 0, 0, 0, 0, 40, 999],
    })
    // Nothing is known of the days before that.
    expect((await reportOf('range=30d')).views).toMatchObject({ total: 1100, change: null })
    const own = (from: number, to: number) =>
      `range=own&from=${new Date(midnight() - from * DAY).toISOString().slice(0, 10)}&to=${new Date(midnight() - to * DAY).toISOString().slice(0, 10)}`
    expect((await reportOf(own(8, 7))).series).toEqual({ views: [40, 999], before: [0, 0] })
    expect(await reportOf(own(6, 6))).toMatchObject({ span: 'hour' })
    expect((await reportOf(`${own(10, 1)}&country=FR`)).views.total).toBe(30)
    // A value is never a name of a field.
    expect((await reportOf(`${own(10, 1)}&country=$country`)).views.total).toBe(0)
  })

  it('says since when visitors and filters are known', async () => {
    await plantDays({ 3: [{ views: 5 }] })
    await plantDays({ 10: [{ views: 10, country: '?', device: '?', source: '?' }] }, { isPartial: true })
    const recordedSince = new Date(midnight() - 9 * DAY).toISOString()
    expect(await reportOf('range=7d')).toMatchObject({ recordedSince, views: { before: 10 } })
    await plantDays({ 13: [{ views: 0 }] })
    expect(await reportOf('range=7d&page=/feed')).toMatchObject({
      views: { change: -50 },
      visitors: { change: null },
    })
    expect(await reportOf('range=7d&country=DE')).toMatchObject({ views: { total: 5, change: null } })
    expect(await reportOf('range=today')).toMatchObject({ recordedSince: null })
  })

  it('refuses dates that are wrong, in the future, or too long ago', async () => {
    const status = async (query: string) => (await king.get(`/analytics/report?${query}`)).status
    expect(await status('range=own')).toBe(400)
    expect(await status('range=own&from=2026-02-30&to=2026-03-01')).toBe(400)
    expect(await status('range=own&from=2999-01-01&to=2999-01-02')).toBe(400)
    expect(await status('range=own&from=2001-01-01&to=2001-01-02')).toBe(400)
    expect(await status('range=year')).toBe(400)
    expect(await status('range=7d&page=')).toBe(400)
  })
})

describe('The sums behind it', () => {
  it('count a visitor once a day, by an id that is another one the next day', async () => {
    const { recordVisitor, dayVisitorId } = await import('#server/features/analytics/traffic-sums.ts')
    const { flushPageViews } = await import('#server/features/analytics/page-views.service.ts')
    for (const day of [midnight() + DAY, midnight() + 2 * DAY])
      for (const name of ['one', 'two', 'one']) recordVisitor(name, FACTS, day)
    await flushPageViews()
    expect(
      await traffic.TrafficSumModel.find({ span: 'hour' }, { _id: 0, at: 1, visitors: 1 })
        .sort({ at: 1 })
        .lean(),
    ).toEqual([1, 2].map((ahead) => ({ at: new Date(midnight() + ahead * DAY), visitors: 2 })))
    const ids = await traffic.DayVisitorModel.find({ _id: dayVisitorId('one', midnight() + DAY) }).lean()
    expect(ids).toEqual([{ _id: expect.any(String), expiresAt: new Date(midnight() + 2 * DAY) }])
    expect(dayVisitorId('one', midnight() + DAY)).not.toBe(dayVisitorId('one', midnight() + 2 * DAY))
  })

  it('[L46] stay bounded, however many pages are invented', async () => {
    const { addTraffic } = await import('#server/features/analytics/traffic-sums.ts')
    const { flushPageViews } = await import('#server/features/analytics/page-views.service.ts')
    const later = midnight() + 3 * DAY
    for (let at = 0; at < 5_000; at += 1) {
      const facts = { ...FACTS, page: `/u/person_${at}`, source: `host${at % 700}.example` }
      addTraffic(facts, { views: 1 }, later)
    }
    await flushPageViews()
    const rows = await traffic.TrafficSumModel.find({ span: 'hour', at: new Date(later) }).lean()
    expect(rows.reduce((sum, { views }) => sum + views, 0)).toBe(5_000)
    expect(rows.length).toBeLessThanOrEqual(801)
    expect(rows.some(({ page }) => page === 'other')).toBe(true)
  })

  it('become one document when a day is over, with its largest rows and the rest as other', async () => {
    const { closeDays } = await import('#server/features/analytics/traffic-days.ts')
    const day = midnight() - DAY
    await traffic.TrafficSumModel.insertMany(
      Array.from({ length: 2_400 }, (_, at) => ({
        _id: `planted-${at}`,
        span: 'hour',
        at: new Date(day + (at % 24) * HOUR),
        expiresAt: new Date(day + 8 * DAY),
        ...row({ page: `/u/person_${at % 1_200}`, views: 2_500 - at, country: ['DE', 'FR'][at % 2] }),
      })),
    )
    const before = await reportOf('range=7d')
    await closeDays({ now: midnight() + HOUR })
    await closeDays({ now: midnight() + HOUR })
    const days = await traffic.TrafficDayModel.find().lean()
    expect(days.map(({ _id }) => _id)).toEqual([new Date(day)])
    expect(days[0]!.rows.length).toBeLessThanOrEqual(1_000)
    expect(days[0]!.rows).toContainEqual(row({ page: '/u/person_0', views: 3_800 }))
    const { reports } = await import('#server/features/analytics/report.service.ts')
    reports.clear()
    const after = await reportOf('range=7d')
    for (const same of ['views', 'countries'] as const) expect(after[same]).toEqual(before[same])
    expect(after.pages.filter(({ page }) => page !== 'other')).toEqual(before.pages.slice(0, 49))
    // Under a filter small pages are part of the others, and sums of countries stay whole.
    const french = await reportOf('range=7d&country=FR')
    expect(french.views.total).toBe(before.countries.find(({ country }) => country === 'FR')!.views)
    expect(french.pages[0]!.page).toBe('other')
    await closeDays({ now: midnight() + 190 * DAY })
    expect(await traffic.TrafficDayModel.countDocuments({ _id: new Date(day) })).toBe(0)
  })

  it('are read by an index of the range', async () => {
    await plantDays({ 1: [{ views: 1 }], 60: [{ views: 1 }] })
    for (const range of ['live', 'today', '90d']) {
      const reads = await readsOf(() => reportOf(`range=${range}&device=desktop`))
      for (const read of reads.filter(({ collection }) => collection.startsWith('traffic_')))
        expect(read.plan, JSON.stringify(read)).not.toContain('COLLSCAN')
    }
  })

  it('lose the views of a profile whose account is deleted', async () => {
    await plantDays({ 1: [{ page: '/u/goner', views: 4 }, { views: 2 }] })
    await visit(stranger, { path: '/u/goner' })
    const { eraseTraces } = await import('#server/features/analytics/analytics.personal-data.ts')
    const goner = { id: ann.id, handle: 'goner', email: 'goner@people.example', isConfirmed: true }
    await eraseTraces(goner, { signal: new AbortController().signal, last: true })
    expect(JSON.stringify(await reportOf('range=7d'))).not.toContain('goner')
    expect((await reportOf('range=7d&device=desktop')).views.total).toBe(2)
  })
})

it('A report can be downloaded as CSV, without formulas', async () => {
  await plantDays({ 1: [{ views: 4, source: '=cmd()', visits: 1 }], 8: [{ views: 8 }], 20: [] })
  const { status, text } = await king.get<string>('/analytics/report.csv?range=7d')
  expect(status).toBe(200)
  const lines = text.replace('\u{FEFF}', '').trim().split('\r\n')
  expect(lines.slice(0, 2)).toEqual([
    'list,name,views,visits,visitors,events,before,change',
    'total,views,4,,,,8,-50',
  ])
  expect(lines).toContain('page,/feed,4,,,,,')
  expect(lines).toContain("source,'=cmd(),4,1,,,,")
  expect(lines.filter((line) => line.startsWith('day,'))).toHaveLength(7)
})

describe('Tokens and shared links', () => {
  const make = async (input: object) => {
    const { status, body } = await king.post<NewFiguresKeyView>('/analytics/keys', input)
    expect(status, JSON.stringify(body)).toBe(201)
    return body
  }
  const withToken = (secret: string, query = 'range=7d') =>
    fetch(`${server.url}/api/analytics/figures?${query}`, { headers: { authorization: `Bearer ${secret}` } })
  const withLink = (secret: string) =>
    visitor(server).get<SharedReportView>(`/analytics/shared?link=${secret}`)

  it('a token reads the figures of any range, until an admin ends it', async () => {
    await plantDays({ 1: [{ views: 4 }] })
    const { key, secret } = await make({ kind: 'token', name: 'Grafana' })
    expect(key).toMatchObject({ kind: 'token', name: 'Grafana', query: null, expiresAt: null, usedAt: null })
    const answer = await withToken(secret, 'range=30d&page=/feed')
    expect(answer.status).toBe(200)
    expect(((await answer.json()) as ReportView).views.total).toBe(4)
    const list = (await king.get<FiguresKeyView[]>('/analytics/keys')).body
    expect(list[0]).toEqual({ ...key, usedAt: new Date(midnight()).toISOString(), rev: 2 })
    expect(JSON.stringify(list)).not.toContain(secret)
    // It opens nothing else.
    expect((await withLink(secret)).status).toBe(404)
    expect(
      (await fetch(`${server.url}/api/analytics/stats`, { headers: { authorization: `Bearer ${secret}` } }))
        .status,
    ).toBe(401)
    expect((await king.delete(`/analytics/keys/${key.id}`)).status).toBe(200)
    expect((await king.delete(`/analytics/keys/${key.id}`)).status).toBe(409)
    const refused = await withToken(secret)
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  })

  it('a shared link shows its range alone, and ends', async () => {
    await plantDays({ 1: [{ views: 4 }, { views: 3, country: 'FR' }] })
    const { key, secret } = await make({
      kind: 'link',
      name: 'For the board',
      days: 7,
      query: { range: '30d', country: 'FR' },
    })
    const shared = await withLink(secret)
    expect(shared.body).toMatchObject({
      name: 'For the board',
      expiresAt: key.expiresAt,
      query: { range: '30d', country: 'FR' },
      report: { views: { total: 3 } },
    })
    expect((await withToken(secret)).status).toBe(401)
    const { FiguresKeyModel } = await import('#server/features/analytics/figures-keys.model.ts')
    await FiguresKeyModel.updateOne({ _id: key.id }, { $set: { expiresAt: new Date(Date.now() - 1) } })
    expect((await withLink(secret)).status).toBe(404)
    const other = await make({ kind: 'link', name: 'Again', days: 1, query: { range: 'today' } })
    expect((await withLink(other.secret)).status).toBe(200)
    await king.delete(`/analytics/keys/${other.key.id}`)
    expect((await withLink(other.secret)).status).toBe(404)
  })

  it('are in the audit log without their secrets, and only their hashes are stored', async () => {
    const { key, secret } = await make({ kind: 'token', name: 'Secret' })
    await king.delete(`/analytics/keys/${key.id}`)
    const { body } = await king.get<{ entries: { action: string }[] }>('/admin/audit')
    expect(JSON.stringify(body)).toContain('figures.open')
    expect(JSON.stringify(body)).toContain('figures.close')
    expect(JSON.stringify(body)).not.toContain(secret)
    const { FiguresKeyModel } = await import('#server/features/analytics/figures-keys.model.ts')
    expect(JSON.stringify(await FiguresKeyModel.find().lean())).not.toContain(secret)
  })

  it('are refused without a name, for other times, and beyond 30', async () => {
    const status = async (input: object) => (await king.post('/analytics/keys', input)).status
    expect(await status({ kind: 'token', name: ' ' })).toBe(400)
    expect(await status({ kind: 'link', name: 'x', days: 365, query: { range: '7d' } })).toBe(400)
    expect(await status({ kind: 'link', name: 'x', days: 7, query: { range: 'own' } })).toBe(400)
    const { FiguresKeyModel } = await import('#server/features/analytics/figures-keys.model.ts')
    await FiguresKeyModel.insertMany(
      Array.from({ length: 30 }, (_, at) => ({
        kind: 'token',
        tokenHash: `hash ${at}`,
        name: 'x',
        createdAt: new Date(),
      })),
    )
    expect(await status({ kind: 'token', name: 'one more' })).toBe(409)
  })

  it('are made and ended by admins alone', async () => {
    for (const answer of [
      await ann.get('/analytics/keys'),
      await ann.post('/analytics/keys', { kind: 'token', name: 'x' }),
      await ann.get('/analytics/report'),
      await ann.get('/analytics/report.csv'),
    ])
      expect(answer.status).toBe(403)
  })
})
