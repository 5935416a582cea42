import { trusted } from 'mongoose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RealtimeAnalyticsView } from '#contract/analytics.ts'
import type { WatchInput } from '#contract/events.ts'
import { people, person, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { connectLive, type LiveClient, type LiveOptions } from '#tests/support/socket-client.ts'
import { until } from '#tests/support/until.ts'
import { MINUTE } from '#server/platform/durations.ts'
import { agree, block, follow, message, unfollow, watching } from './support/scenes.ts'

let server: TestServer
let round = 0
let ann: Person
let bob: Person
const pages: LiveClient[] = []

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  round += 1
  ;[ann, bob] = await people(server, ['ann', 'bob'], `_${round}`)
})
afterEach(() => pages.splice(0).forEach((page) => page.close()))

async function page(who: Person | null, ...wishes: WatchInput[]): Promise<LiveClient> {
  const live = await watching(server, who, ...wishes)
  pages.push(live)
  return live
}
async function visit(options: LiveOptions): Promise<LiveClient> {
  const live = await connectLive(server, options)
  pages.push(live)
  return live
}

describe('[L15] Typing', () => {
  it('is shown to the other person in every tab for five seconds, and not to the typist', async () => {
    const { conversationId } = await message(ann, bob, 'hello')
    const [annsPage, bobsTab, bobsPhone] = await Promise.all([page(ann), page(bob), page(bob)])
    const now = Date.now()
    expect(await annsPage.send('typing', { conversationId })).toEqual({ ok: true })
    for (const tab of [bobsTab, bobsPhone]) {
      const { until: end, ...typing } = await tab.next('typing')
      expect(typing).toEqual({ conversationId, userId: ann.id })
      expect(Date.parse(end) - now).toBeGreaterThan(4000)
      expect(Date.parse(end) - now).toBeLessThan(7000)
    }
    expect(annsPage.all('typing')).toEqual([])
  })

  it('is refused across a block in either direction', async () => {
    const { conversationId } = await message(ann, bob, 'hello')
    await block(bob, ann)
    const [annsPage, bobsPage] = await Promise.all([page(ann), page(bob)])
    for (const one of [annsPage, bobsPage])
      expect(await one.send('typing', { conversationId })).toEqual({
        ok: false,
        error: 'You cannot reach this person.',
      })
    expect([...annsPage.all('typing'), ...bobsPage.all('typing')]).toEqual([])
  })

  it.each(['typist', 'other'])(
    '[L42] is shown to nobody while the %s person has switched it off',
    async (whose) => {
      const { conversationId } = await message(ann, bob, 'hello')
      const off = whose === 'typist' ? ann : bob
      const [annsPage, bobsPage] = await Promise.all([page(ann), page(bob)])
      expect((await off.put('/user/privacy-settings', { typingSigns: false })).status).toBe(200)
      expect(await annsPage.send('typing', { conversationId })).toEqual({ ok: true })
      expect((await off.put('/user/privacy-settings', { typingSigns: true })).status).toBe(200)
      await annsPage.send('typing', { conversationId })
      await bobsPage.next('typing')
      expect(bobsPage.all('typing')).toHaveLength(1)
    },
  )

  it('is not stored', async () => {
    const { conversationId } = await message(ann, bob, 'hello')
    const [annsPage, bobsPage] = await Promise.all([page(ann), page(bob)])
    const before = (await ann.get('/messages/conversations')).text
    await annsPage.send('typing', { conversationId })
    await bobsPage.next('typing')
    expect((await ann.get('/messages/conversations')).text).toBe(before)
  })
})

// Two of them wait until a person who leaves is not online any more, which takes seconds.
describe.concurrent('[L15] Presence', () => {
  let casts = 0
  const others = () => people(server, ['ann', 'bob'], `_at_once_${(casts += 1)}`)
  const opened: LiveClient[] = []
  const open = async (who: Person, ...wishes: WatchInput[]) => {
    const live = await watching(server, who, ...wishes)
    opened.push(live)
    return live
  }
  afterAll(() => opened.forEach((live) => live.close()))

  it('is pushed at once to a person who opens the conversation, and again when the other one comes and goes', async () => {
    const [ann, bob] = await others()
    const { conversationId } = await message(bob, ann, 'hello')
    const annsPage = await open(ann, { conversation: conversationId })
    expect(await annsPage.next('presence')).toEqual({ userId: bob.id, online: false })
    const [tab, phone] = [await open(bob), await open(bob)]
    expect(await annsPage.next('presence')).toEqual({ userId: bob.id, online: true })
    tab.close()
    phone.close()
    expect(await annsPage.next('presence')).toEqual({ userId: bob.id, online: false })
    expect(annsPage.all('presence')).toHaveLength(3)
  })

  it('does not change during a reload', async () => {
    const [ann, bob] = await others()
    const { conversationId } = await message(bob, ann, 'hello')
    const tab = await open(bob)
    const annsPage = await open(ann, { conversation: conversationId })
    await annsPage.next('presence', ({ online }) => online)
    tab.close()
    await open(bob)
    await message(bob, ann, 'fence')
    await annsPage.next('message:created')
    expect(annsPage.all('presence')).toEqual([{ userId: bob.id, online: true }])
  })

  it('is not pushed across a block, in pages opened before and after', async () => {
    const [ann, bob] = await others()
    const { conversationId } = await message(ann, bob, 'hello')
    await message(bob, ann, 'hello too')
    const annsPage = await open(ann, { conversation: conversationId })
    await annsPage.next('presence')
    const bobsPage = await open(bob, { conversation: conversationId })
    await Promise.all([annsPage.next('presence'), bobsPage.next('presence')])
    await block(bob, ann)
    const other = await open(ann, { conversation: conversationId })
    bobsPage.close()
    const cat = await person(server, `cat_of_${ann.handle}`)
    await follow(bob, cat)
    const { conversationId: second } = await message(cat, bob, 'fence')
    const catsPage = await open(cat, { conversation: second })
    await catsPage.next('presence', ({ online }) => !online)
    // The block itself pushes 'not online'; later changes are not pushed.
    expect(annsPage.all('presence').map(({ online }) => online)).toEqual([false, true, false])
    expect(other.all('presence')).toEqual([])
  })
})

describe('[L22] A stranger', () => {
  /** Ann has written to Bob, who has not answered; both have the conversation open. */
  async function unanswered(): Promise<{
    conversationId: string
    annsPage: LiveClient
    bobsPage: LiveClient
  }> {
    const { conversationId } = await message(ann, bob, 'hello')
    const [annsPage, bobsPage] = [
      await page(ann, { conversation: conversationId }),
      await page(bob, { conversation: conversationId }),
    ]
    return { conversationId, annsPage, bobsPage }
  }
  const onlinePushes = (live: LiveClient) => live.all('presence').filter(({ online }) => online)
  const isOnline = ({ online }: { online: boolean }) => online

  it('learns neither presence nor typing until the first answer', async () => {
    const { conversationId, annsPage, bobsPage } = await unanswered()
    expect(await bobsPage.send('typing', { conversationId })).toEqual({ ok: true })
    bobsPage.close()
    const bobsPhone = await page(bob)
    const freshPage = await page(ann, { conversation: conversationId })
    expect(await freshPage.next('presence')).toEqual({ userId: bob.id, online: false })
    expect([...onlinePushes(annsPage), ...onlinePushes(freshPage), ...annsPage.all('typing')]).toEqual([])

    await message(bob, ann, 'hello too')
    for (const live of [annsPage, freshPage])
      expect(await live.next('presence', isOnline)).toEqual({ userId: bob.id, online: true })
    await bobsPhone.send('typing', { conversationId })
    expect(await annsPage.next('typing')).toMatchObject({ userId: bob.id })
  })

  it('is seen typing and online by the person they wrote to, also without an answer', async () => {
    const { conversationId, annsPage, bobsPage } = await unanswered()
    await bobsPage.next('presence', isOnline)
    await annsPage.send('typing', { conversationId })
    expect(await bobsPage.next('typing')).toMatchObject({ userId: ann.id })
  })

  it('is no stranger to a person who follows them, as long as the follow lasts', async () => {
    const { annsPage } = await unanswered()
    await follow(bob, ann)
    await annsPage.next('presence', isOnline)
    await unfollow(bob, ann)
    await until('Ann is told no more', () => annsPage.all('presence').at(-1)?.online === false)
    const presences = annsPage.all('presence').length
    await page(bob)
    await message(ann, bob, 'fence')
    await annsPage.next('message:created')
    expect(annsPage.all('presence')).toHaveLength(presences)
  })
})

const admin = async (): Promise<Person> => {
  const { setAdmin } = await import('#server/features/people/users/admin-people.service.ts')
  await setAdmin(ann.id, true)
  return ann
}
const figures = async (by: Person) => (await by.get<RealtimeAnalyticsView>('/admin/analytics/realtime')).body
const usersFrom = ({ topCountries }: RealtimeAnalyticsView, country: string) =>
  topCountries.find((one) => one.country === country)?.users ?? 0

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1'

describe('Realtime figures', () => {
  it('are for admins only', async () => {
    expect((await bob.get('/admin/analytics/realtime')).status).toBe(403)
    expect((await fetch(`${server.url}/api/admin/analytics/realtime`)).status).toBe(401)
  })

  it('count people, pages, countries and devices, and store no network address', async () => {
    const { default: mongoose } = await import('mongoose')
    const by = await admin()
    const before = await figures(by)
    const german = await visit({ headers: { 'x-forwarded-for': '217.0.0.1' }, userAgent: PHONE })
    await german.send('page', { path: '/' })
    await german.send('page', { path: '/founders?secret=1' })
    await agree(bob)
    await (await page(bob)).send('page', { path: '/founders' })
    const after = await figures(by)
    expect(after.activeUsers - before.activeUsers).toBe(2)
    expect(after.pageViews - before.pageViews).toBe(3)
    expect(after.topPages.find((one) => one.page === '/founders')?.views).toBe(2)
    expect(after.topPages.some((one) => one.page === '')).toBe(true)
    expect(usersFrom(after, 'DE') - usersFrom(before, 'DE')).toBe(1)
    expect(usersFrom(after, 'Unknown') - usersFrom(before, 'Unknown')).toBe(1)
    expect(after.devices.find(({ device }) => device === 'mobile')?.users).toBe(1)
    const kept = JSON.stringify(
      await Promise.all(
        ['activeVisitors', 'pageMinutes'].map((name) =>
          mongoose.connection.collection(name).find().toArray(),
        ),
      ),
    )
    for (const secret of ['217.0.0.1', '127.0.0.1', 'secret', bob.id, bob.handle])
      expect(kept).not.toContain(secret)
  })

  it('[L15] are pushed when they have changed, at most once a second, to admins who watch', async () => {
    const by = await admin()
    const [watcher, other, visitor] = [
      await page(by, { topic: 'analytics' }),
      await page(by),
      await page(null),
    ]
    const { snapshot: first } = await watcher.next('analytics:updated')
    const began = performance.now()
    for (let n = 0; n < 40; n++) await visitor.send('page', { path: '/guidelines' })
    await watcher.next('analytics:updated', ({ snapshot }) => snapshot.pageViews === first.pageViews + 40)
    const seconds = (performance.now() - began) / 1000
    expect(watcher.all('analytics:updated').length).toBeLessThanOrEqual(Math.ceil(seconds) + 2)
    expect(other.all('analytics:updated')).toEqual([])
    const { updatedAt: _, performance: __, ...pushed } = watcher.all('analytics:updated').at(-1)!.snapshot
    expect(await figures(by)).toMatchObject(pushed)
  })

  it('leave out people who have not consented, from the first page on, or from the moment they withdraw it', async () => {
    const { default: mongoose } = await import('mongoose')
    const by = await admin()
    const before = await figures(by)
    const live = await page(bob)
    await live.send('page', { path: '/guidelines' })
    await live.send('page', { path: `/u/${bob.handle}` })
    expect(await figures(by)).toEqual({
      ...before,
      performance: expect.anything(),
      updatedAt: expect.any(String),
    })
    await agree(bob)
    await live.send('page', { path: '/guidelines' })
    const counted = await figures(by)
    expect([counted.pageViews - before.pageViews, counted.activeUsers - before.activeUsers]).toEqual([1, 1])
    await bob.put('/user/privacy-settings', { analyticsConsent: false })
    await live.send('page', { path: '/guidelines' })
    const after = await figures(by)
    expect([after.pageViews - counted.pageViews, after.activeUsers - counted.activeUsers]).toEqual([0, -1])
    expect(
      await mongoose.connection.collection('pageMinutes').countDocuments({ page: `/u/${bob.handle}` }),
    ).toBe(0)
  })

  it('leave out bots, but no signed-in person', async () => {
    const by = await admin()
    const before = await figures(by)
    const bot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
    for (const userAgent of [bot, ''])
      expect(await (await visit({ userAgent })).send('page', { path: '/terms' })).toEqual({ ok: true })
    await agree(bob)
    await (await visit({ userAgent: bot, cookie: bob.cookie() })).send('page', { path: '/terms' })
    const after = await figures(by)
    expect([after.activeUsers - before.activeUsers, after.pageViews - before.pageViews]).toEqual([1, 1])
  })

  it('[L17] do not grow with invented paths', async () => {
    const by = await admin()
    const live = await visit({})
    for (let n = 0; n < 30; n++) await live.send('page', { path: `/made-up/${n}` })
    const { default: mongoose } = await import('mongoose')
    await figures(by)
    const pagesSeen = await mongoose.connection.collection('pageMinutes').distinct('page')
    expect(pagesSeen).toContain('other')
    expect(pagesSeen.filter((name: string) => name.includes('made-up'))).toEqual([])
  })

  it('forget people after 15 minutes without activity, and page views after 30', async () => {
    const { ActiveVisitorModel, CounterModel } = await import('#server/features/analytics/analytics.model.ts')
    const by = await admin()
    const minutesAgo = (n: number) => new Date(Date.now() - n * 60_000)
    const before = await figures(by)
    await ActiveVisitorModel.insertMany(
      [14, 16].map((n) => ({
        _id: `seen-${n}-${round}`,
        country: 'FR',
        device: 'tablet',
        seenAt: minutesAgo(n),
      })),
    )
    const { beginOf } = await import('#server/features/analytics/counters.ts')
    const minutes = [28, 31].map((n) => new Date(beginOf(MINUTE, minutesAgo(n).getTime())))
    const rows = minutes.map((at) => ({
      _id: `${at.getTime()}|${round}`,
      kind: 'minute',
      at,
      name: '',
      count: 5,
    }))
    await CounterModel.insertMany(rows)
    const after = await figures(by)
    // The rows of this test would leave the window of 30 minutes in the middle of a later test.
    await CounterModel.deleteMany({ _id: trusted({ $in: rows.map(({ _id }) => _id) }) })
    expect([after.activeUsers - before.activeUsers, after.pageViews - before.pageViews]).toEqual([1, 5])
  })

  it('survive a database outage: nothing is lost or counted twice', async () => {
    const { vi } = await import('vitest')
    const { PageMinuteModel } = await import('#server/features/analytics/analytics.model.ts')
    const by = await admin()
    const before = await figures(by)
    const write = vi.spyOn(PageMinuteModel.collection, 'bulkWrite').mockRejectedValue(new Error('no store'))
    await agree(bob)
    const live = await page(bob)
    await live.send('page', { path: '/disclaimer' })
    await until('it was tried', () => write.mock.calls.length > 0)
    write.mockRestore()
    await live.send('page', { path: '/disclaimer' })
    expect((await figures(by)).pageViews - before.pageViews).toBe(2)
  })
})
