import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnalyticsStatsView, RealtimeAnalyticsView } from '#contract/analytics.ts'
import type { FunnelView } from '#contract/analytics.funnels.ts'
import { eventually } from '#tests/support/eventually.ts'
import { expectIndexed, readsOf } from '#tests/support/explain.ts'
import { person, visitor, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { connectLive } from '#tests/support/socket-client.ts'
import { DAY, HOUR, MINUTE } from '#server/platform/durations.ts'
import { post } from '#tests/realtime/support/scenes.ts'

let server: TestServer
let king: Person
let ann: Person

beforeAll(async () => {
  server = await startTestServer()
  ;[king, ann] = await Promise.all([person(server, 'king'), person(server, 'ann')])
  const { setAdmin } = await import('#server/features/people/users/admin-people.service.ts')
  await setAdmin(king.id, true)
})
afterAll(() => server.close())

const stats = async () => (await king.get<AnalyticsStatsView>('/analytics/stats')).body
const realtime = async () => (await king.get<RealtimeAnalyticsView>('/admin/analytics/realtime')).body

/** A visit: several pages in one new browser. */
async function visit(...views: { path: string; referrer?: string }[]): Promise<void> {
  const live = await connectLive(server, {})
  for (const view of views) expect(await live.send('page', view)).toEqual({ ok: true })
  live.close()
}

describe('The figures of /analytics', () => {
  it('count people, posts and reactions, and name the five people with most posts', async () => {
    const before = await stats()
    const written = await post(ann, 'First words')
    await post(ann, 'More words')
    await post(king, 'A royal word')
    await king.post(`/posts/${written.id}/react`, { emoji: '💩' })
    await king.post(`/posts/${written.id}/comments`, { text: 'Seen.' })
    const after = await stats()
    expect(after).toMatchObject({
      totalUsers: 2,
      usersToday: 2,
      totalPosts: before.totalPosts + 3,
      postsToday: before.postsToday + 3,
      totalReactions: before.totalReactions + 1,
      totalComments: before.totalComments + 1,
    })
    expect(after.topUsers.map(({ handle, postCount }) => [handle, postCount])).toEqual([
      ['ann', 2],
      ['king', 1],
    ])
  })

  it("count page views, today's pages, and the posts that were opened", async () => {
    const before = await stats()
    const [once, twice] = [await post(ann, 'Opened once'), await post(ann, 'Opened twice\nover two lines')]
    await visit(
      { path: '/terms' },
      { path: `/p/${once.id}` },
      { path: `/p/${twice.id}` },
      { path: `/p/${twice.id}` },
      { path: '/p/0123456789abcdef01234567' },
    )
    const after = await stats()
    expect(after.pageViews).toEqual({
      total: before.pageViews.total + 5,
      today: before.pageViews.today + 5,
      yesterday: before.pageViews.yesterday,
    })
    expect(after.topPages).toContainEqual({ page: `/p/${twice.id}`, views: 2 })
    expect(after.topPosts).toEqual([
      { id: twice.id, text: 'Opened twice over two lines', handle: 'ann', views: 2 },
      { id: once.id, text: 'Opened once', handle: 'ann', views: 1 },
    ])
  })

  it('count what people did, of those who agreed alone', async () => {
    const deed = async (who: Person | null, category: string, label: string) => {
      const live = await connectLive(server, who ? { cookie: who.cookie() } : {})
      expect(await live.send('event', { category, label })).toEqual({ ok: true })
      live.close()
    }
    await deed(ann, 'post', 'react')
    expect((await stats()).events).toEqual([])
    await ann.put('/user/privacy-settings', { analyticsConsent: true })
    await deed(ann, 'post', 'react')
    await deed(ann, 'person', 'follow')
    // A visitor's page sends nothing without their consent.
    await deed(null, 'post', 'react')
    expect((await stats()).events).toEqual([
      { event: 'post/react', count: 2 },
      { event: 'person/follow', count: 1 },
    ])
    await ann.put('/user/privacy-settings', { analyticsConsent: false })
  })

  it('name the source of each visit once', async () => {
    await visit({ path: '/', referrer: 'https://www.search.example/find?q=secret' }, { path: '/terms' })
    await visit({ path: '/', referrer: 'https://search.example' }, { path: '/privacy' })
    await visit({ path: '/', referrer: '' })
    await visit({ path: '/', referrer: 'javascript:alert(1)' })
    await visit({ path: '/', referrer: 'https://search.example:8443/again' })
    await visit({ path: '/', referrer: '' })
    expect((await stats()).sources).toEqual([
      { source: 'search.example', visits: 3 },
      { source: 'direct', visits: 2 },
      { source: 'other', visits: 1 },
    ])
  })
})

describe('The live figures', () => {
  it('show the last half hour by minute, today against yesterday, and page views without the person', async () => {
    const { CounterModel } = await import('#server/features/analytics/analytics.model.ts')
    const { beginOf, counterId } = await import('#server/features/analytics/counters.ts')
    const [minute, midnight] = [beginOf(MINUTE, Date.now()) - 3 * MINUTE, beginOf(DAY, Date.now()) - DAY]
    await CounterModel.insertMany([
      { _id: counterId('minute', minute, ''), kind: 'minute', at: new Date(minute), name: '', count: 7 },
      {
        _id: counterId('hour', midnight + 5 * HOUR, ''),
        kind: 'hour',
        at: new Date(midnight + 5 * HOUR),
        name: '',
        count: 40,
      },
    ])
    await visit({ path: `/u/${ann.handle}` })
    const now = await realtime()
    expect(now.minutes.views).toHaveLength(30)
    expect(now.minutes.views).toContain(7)
    expect(now.pageViews).toBe(now.minutes.views.reduce((sum, views) => sum + views, 0))
    expect(
      now.hours.yesterday.map((views, hour) => (views > 0 ? hour : -1)).filter((hour) => hour >= 0),
    ).toEqual([5])
    expect(now.hours.today).toHaveLength(new Date(now.updatedAt).getUTCHours() + 1)
    expect(now.log[0]).toEqual({
      at: expect.any(String),
      country: 'Unknown',
      device: 'desktop',
      kind: 'profile',
    })
    expect(JSON.stringify(now.log)).not.toContain(ann.handle)
    expect((await stats()).pageViews.yesterday).toBe(40)
  })

  it('contain the newest page views, up to a limit', async () => {
    await visit(...Array.from({ length: 25 }, () => ({ path: '/blog' })))
    const { log } = await realtime()
    expect(log).toHaveLength(20)
    expect(log.every(({ kind }) => kind === 'blog')).toBe(true)
    expect(log.map(({ at }) => at)).toEqual(
      log
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
  })

  it('measure response times, and the round trip of a push', async () => {
    const page = await connectLive(server, { cookie: ann.cookie() })
    page.socket.on('echo', (_, answer) => answer())
    // One push a second is measured; the first one may be another.
    const measured = async () => {
      await king.post('/messages', { receiverId: ann.id, content: 'Still there?' })
      return (await realtime()).performance
    }
    await expect
      .poll(async () => (await measured()).delivery?.count ?? 0, { timeout: 10_000, interval: 300 })
      .toBeGreaterThan(0)
    const { responses, delivery, sockets, memory } = await measured()
    expect(responses!.count).toBeGreaterThan(10)
    expect(responses!.p50).toBeLessThanOrEqual(responses!.p95)
    expect(delivery!.p50).toBeGreaterThan(0)
    expect(sockets).toBeGreaterThan(0)
    expect(memory).toBeGreaterThan(20)
    page.close()
  })
})

describe('[L46] [L57] The version of the reports', () => {
  const version = async () => (await realtime()).reportsVersion

  it('stays while nothing is counted, whatever the server measures of itself', async () => {
    const before = await realtime()
    await eventually(async () => expect((await realtime()).performance).not.toEqual(before.performance))
    expect(await version()).toBe(before.reportsVersion)
  })

  it('changes with a view, an event, and each change of the funnels', async () => {
    await ann.put('/user/privacy-settings', { analyticsConsent: true })
    const steps = ['/', '/feed'].map((path) => ({ kind: 'page', path }))
    let funnel = ''
    const changes = [
      () => visit({ path: '/terms' }),
      async () => {
        const live = await connectLive(server, { cookie: ann.cookie() })
        expect(await live.send('event', { category: 'post', label: 'react' })).toEqual({ ok: true })
        live.close()
      },
      async () =>
        (funnel = (await king.post<FunnelView>('/analytics/funnels', { name: 'New', steps })).body.id),
      () => king.patch(`/analytics/funnels/${funnel}`, { name: 'Renamed' }),
      () => king.delete(`/analytics/funnels/${funnel}`),
    ]
    for (const change of changes) {
      const before = await version()
      await change()
      expect(await version(), change.toString()).not.toBe(before)
    }
  })
})

it('A recount raises sums that are too low, and changes no others', async () => {
  const { PageMinuteModel, CounterModel } = await import('#server/features/analytics/analytics.model.ts')
  const { recountViews } = await import('#server/features/analytics/page-views.service.ts')
  const { beginOf, counterId } = await import('#server/features/analytics/counters.ts')
  const yesterday = beginOf(DAY, Date.now()) - DAY
  const [missing, higher] = [yesterday + 7 * HOUR, yesterday + 8 * HOUR]
  await PageMinuteModel.insertMany(
    [missing, missing + 60_000, higher].map((at) => ({
      _id: `${at}|/cookies`,
      minute: new Date(at),
      page: '/cookies',
      views: 4,
    })),
  )
  await CounterModel.insertMany([
    { _id: counterId('hour', higher, ''), kind: 'hour', at: new Date(higher), name: '', count: 9 },
  ])
  expect(await recountViews()).toMatchObject({ corrected: 1 })
  expect((await realtime()).hours.yesterday.slice(7, 9)).toEqual([8, 9])
  expect(await recountViews()).toMatchObject({ corrected: 0 })
  await PageMinuteModel.deleteMany({ page: '/cookies' })
})

describe('With any number of page views', () => {
  it('each read uses an index, and sums', async () => {
    const { PageMinuteModel, CounterModel } = await import('#server/features/analytics/analytics.model.ts')
    const { beginOf, counterId } = await import('#server/features/analytics/counters.ts')
    const midnight = beginOf(DAY, Date.now())
    const planted = Array.from({ length: 20 }, (_, back) => midnight - back * DAY).flatMap((day) => [
      ...Array.from({ length: 24 }, (_, hour) => ({
        kind: 'hour',
        at: day - DAY + hour * HOUR,
        name: '',
        count: 1000,
      })),
      ...Array.from({ length: 200 }, (_, at) => ({
        kind: 'page',
        at: day - DAY,
        name: `/u/person_${at}`,
        count: at,
      })),
    ])
    await CounterModel.collection.insertMany(
      planted.map(({ kind, at, name, count }) => ({
        _id: counterId(kind as 'page', at, `${name}.`),
        kind,
        at: new Date(at),
        name,
        count,
      })) as never,
    )
    await PageMinuteModel.collection.insertMany(
      Array.from({ length: 5000 }, (_, at) => ({
        _id: `planted-${at}`,
        minute: new Date(midnight - 2 * DAY - at * 60_000),
        page: '/terms',
        views: 200,
      })) as never,
    )
    const reads = (await readsOf(stats)).filter(
      ({ plan, returned }) =>
        returned > 0 &&
        !plan.startsWith('RECORD_STORE') &&
        plan !== 'none' &&
        !plan.startsWith('COUNT') &&
        plan !== 'IDHACK',
    )
    expectIndexed(reads.filter(({ collection }) => collection === 'tallies' || collection === 'users'))
    // Only the views of the last half hour are summed by page.
    const now = await readsOf(realtime)
    for (const read of now) {
      expect(read.plan, JSON.stringify(read)).not.toContain('COLLSCAN')
      expect(read.docsExamined, JSON.stringify(read)).toBeLessThan(100)
    }
  })
})

it('The figures are for admins only', async () => {
  for (const path of ['/analytics/stats', '/admin/analytics/realtime']) {
    expect((await visitor(server).get(path)).status).toBe(401)
    expect((await ann.get(path)).status).toBe(403)
  }
})
