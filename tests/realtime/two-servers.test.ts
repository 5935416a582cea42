import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { HouseView } from '#contract/admin.ts'
import type { BlogPostView } from '#contract/blog.ts'
import type { FunnelsView } from '#contract/analytics.funnels.ts'
import type { RetentionView } from '#contract/analytics.retention.ts'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import type { ReportReceipt } from '#contract/moderation.ts'
import { across, PASSWORD, person, visitor, type Person } from '#tests/support/http-client.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { solvedPuzzle } from '#tests/support/puzzles.ts'
import { accountFor, tellDetails } from '#tests/support/sign-up.ts'
import { startTwoServers, type TwoServers } from '#tests/support/two-servers.ts'
import { until } from '#tests/support/until.ts'
import { runningTime } from '#tests/support/durations.ts'
import { agree, block, pageOpener, follow, hears, message, post, react, textsOf } from './support/scenes.ts'

// These tests start processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

let servers: TwoServers
let here: ServerProcess
let there: ServerProcess
let round = 0
/** At the first server, at the second, and at the second again. */
let ann: Person
let bob: Person
let cat: Person
let king: Person
const page = pageOpener()

beforeAll(async () => {
  servers = await startTwoServers({ SPAM_PROTECTION: 'on' })
  ;({ here, there } = servers)
  king = await aKing()
}, 120_000)
afterAll(() => servers?.close())
beforeEach(async () => {
  round += 1
  ;[ann, bob, cat] = await Promise.all([
    person(here, `ann_${round}`),
    person(there, `bob_${round}`),
    person(there, `cat_${round}`),
  ])
})

/** An admin at the first server, which has not seen them before; the other one notices within seconds. */
async function aKing(): Promise<Person> {
  const who = await person(there, 'king')
  await servers.store.collection('users').updateOne({ handle: who.handle }, { $set: { isAdmin: true } })
  return across(who, here)
}

async function kingThere(): Promise<Person> {
  const same = across(king, there)
  await until('the crown is noticed', async () => (await same.get('/admin/stats')).status === 200)
  return same
}

describe('Two servers and a Redis', () => {
  it('[L4] a page that connects at the other server learns that something was pushed to its person', async () => {
    const unchangedSince = async () => {
      const live = await page(there, bob)
      const { payload } = live.heard.find(({ name }) => name === 'ready')!
      return Date.now() - (payload as { quietMs: number }).quietMs
    }
    await until('nothing has changed for a while', async () => (await unchangedSince()) < Date.now() - 500)
    const writtenAt = Date.now()
    await message(ann, bob, 'Written at the first server')
    await until('the second server knows of it', async () => (await unchangedSince()) > writtenAt)
  })

  it('[L31] tell the pages of both what the house announces, and the next ones too', async () => {
    const pages = [await page(here, bob), await page(there, bob)]
    for (const text of ['Closed today', 'Closed tomorrow']) {
      expect((await king.put('/admin/announcement', { text })).status).toBe(200)
      for (const live of pages)
        await live.next('announcement:updated', (event) => event.announcement.text === text)
      const [ready] = (await page(there, cat)).all('ready')
      expect(ready!.announcement?.text, 'read before, and forgotten with the change').toBe(text)
    }
    await king.delete('/admin/announcement')
  })

  it('have one name: a rename at one is in the next page of the other', async () => {
    const nameThere = async () =>
      /og:site_name" content="([^"]*)"/.exec(await (await fetch(`${there.url}/terms`)).text())?.[1]
    for (const name of ['Porcelain Palace', 'Royal Flush']) {
      expect((await king.put('/admin/house-name', { name })).status).toBe(200)
      await until(`the second server says ${name}`, async () => (await nameThere()) === name)
    }
  })

  it('refuse a sign-up at both as soon as one has closed it', async () => {
    const modeThere = async () => (await visitor(there).get<{ mode: string }>('/auth/sign-up')).body.mode
    for (const mode of ['closed', 'invited', 'open']) {
      expect(['open', 'closed', 'invited'], 'read before the change').toContain(await modeThere())
      expect((await king.put('/admin/sign-up', { mode })).status).toBe(200)
      // Well before what the other server has read would be too old.
      await until('the other server knows', async () => (await modeThere()) === mode, 4_000)
    }
  })

  it('take the details of a sign-up at one and create the account at the other, with one account for each puzzle', async () => {
    const puzzleProof = await solvedPuzzle(here)
    const signUpAcross = async (handle: string) => {
      const [first, second] = [visitor(here), visitor(there)]
      await tellDetails(first, { handle, birthYear: 1990, puzzleProof })
      second.setCookie(first.cookie())
      return (await second.post('/auth/register', accountFor(handle))).status
    }
    expect(await signUpAcross('across_one')).toBe(201)
    expect(await signUpAcross('across_two')).toBe(400)
  })

  it('hold to what one of them does not allow any more, and allow it again, both within seconds', async () => {
    const queen = await kingThere()
    const none = { refusedWords: [], heldWords: [], linkDomains: [], mailDomains: [] }
    const put = async (admin: Person, lists: object) => {
      const { rev } = (await admin.get<HouseView>('/admin/house')).body.blocks
      expect((await admin.put('/admin/blocks', { ...none, rev, ...lists })).status).toBe(200)
    }
    /** A word that is there already may stay. */
    const bio = async (who: Person, text: string) => {
      await who.patch('/users/me', { bio: '' })
      return (await who.patch('/users/me', { bio: text })).status
    }
    const register = async (at: ServerProcess, handle: string) => {
      const email = `${handle}@very.trash.example`
      const account = { email, handle, displayName: handle, password: PASSWORD }
      return (await visitor(at).post('/auth/register', account)).status
    }
    expect(await bio(bob, 'My plunger'), 'read before the change').toBe(200)
    await put(king, {
      refusedWords: ['plunger'],
      heldWords: ['brush'],
      linkDomains: ['evil.example'],
      mailDomains: ['trash.example'],
    })
    // Well before what the other server has read would be too old.
    await until('the other server knows', async () => (await bio(bob, 'A plunger')) === 400, 4_000)
    const post = async (text: string) => (await bob.post('/posts', { text })).status
    expect(await post('A golden plunger')).toBe(400)
    expect(await post('Look at www.evil.example')).toBe(400)
    expect(await post('A brush of my own'), 'waits for a moderator').toBe(202)
    expect(await register(there, `trash_${round}`)).toBe(400)

    await put(queen, {})
    await until('the first server knows', async () => (await bio(ann, 'A plunger')) === 200, 4_000)
    expect(await register(here, `trash_${round}`)).toBe(201)
  })

  it('[L6] carry a chat across: every message once, in order, at both people and in all tabs', async () => {
    const [annsPage, annsPhone, bobsPage] = await Promise.all([
      page(here, ann),
      page(there, ann),
      page(there, bob),
    ])
    for (let n = 1; n <= 20; n++)
      await message(...(n % 2 ? ([ann, bob] as const) : ([bob, ann] as const)), `${n}`, crypto.randomUUID())
    const expected = Array.from({ length: 20 }, (_, at) => at + 1)
    for (const live of [annsPage, annsPhone, bobsPage]) {
      for (const seq of expected) await live.next('message:created', (event) => event.message.seq === seq)
      expect(
        live
          .all('message:created')
          .map((event) => event.message.seq)
          .sort((a, b) => a - b),
      ).toEqual(expected)
    }
    const [seen] = bobsPage.all('message:created')
    expect((await bob.get<MessageView[]>(`/messages/${seen!.message.conversationId}`)).body).toHaveLength(20)
  })

  it('carry read positions, and the unread counts of all tabs', async () => {
    const annsPage = await page(here, ann)
    const bobsPhone = await page(here, bob)
    await follow(bob, ann)
    const sent = await message(ann, bob, 'read me')
    await bobsPhone.next('conversation:updated', ({ conversation }) => conversation.unreadCount === 1)
    await bob.post<ConversationView>(`/messages/${sent.conversationId}/read`, { seq: sent.seq })
    await annsPage.next(
      'conversation:updated',
      ({ conversation }) => conversation.readSeq[bob.id] === sent.seq,
    )
    await bobsPhone.next('conversation:updated', ({ conversation }) => conversation.unreadCount === 0)
    await bobsPhone.next('notification:count', ({ count }) => count === 0)
  })

  it('[L11] close the sockets of an ended session at the other server within a second', async () => {
    const [tab, tabThere, bobsPage] = await Promise.all([page(here, ann), page(there, ann), page(there, bob)])
    await ann.post('/auth/logout')
    expect(await runningTime(() => Promise.all([tab.gone, tabThere.gone]))).toBeLessThan(1000)
    expect(tabThere.all('session:ended')).toEqual([{ reason: 'logout' }])
    expect(bobsPage.socket.connected).toBe(true)
    expect((await across(ann, there).get('/auth/me')).status).toBe(401)
  })

  it("[L11] raise the badge at both, suspend at both, and close a banned person's sockets at the other server", async () => {
    const report = (
      await cat.post<ReportReceipt>('/reports', { targetType: 'user', targetId: bob.id, reason: 'spam' })
    ).body
    const dashboard = await page(here, king, { topic: 'admin' })
    const { stats } = await dashboard.next('admin:stats')
    await cat.post('/reports', { targetType: 'user', targetId: ann.id, reason: 'spam' })
    await dashboard.next('admin:stats', (event) => event.stats.pendingReports === stats.pendingReports + 1)
    const bobsPage = await page(there, bob)
    await king.post(`/admin/reports/${report.id}/actions`, { action: 'suspend', days: 1 })
    await until(
      'the other server has heard of it',
      async () => (await bob.post('/posts', { text: 'Still here' })).status === 403,
    )
    await king.post(`/admin/reports/${report.id}/actions`, { action: 'ban' })
    expect(await bobsPage.next('session:ended')).toEqual({ reason: 'banned' })
    expect((await bob.get('/auth/me')).status).toBe(401)
  })

  it('[L10] apply a block at both at once', async () => {
    const [annsPage, bobsPage] = await Promise.all([
      page(here, ann, { topic: 'feed' }),
      page(there, bob, { topic: 'feed' }),
    ])
    await block(ann, bob)
    // The other server receives it before any later event of this one.
    await message(ann, cat, 'fence')
    await post(ann, 'by ann')
    await post(cat, 'for all')
    await Promise.all([hears(annsPage, 'for all'), hears(bobsPage, 'for all')])
    await post(bob, 'by bob')
    await post(cat, 'for all again')
    await Promise.all([hears(annsPage, 'for all again'), hears(bobsPage, 'for all again')])
    expect(textsOf(annsPage)).toEqual(['by ann', 'for all', 'for all again'])
    expect(textsOf(bobsPage)).toEqual(['for all', 'by bob', 'for all again'])
  })

  it('announce posts to followers, at whichever server the follow was made', async () => {
    const live = await page(here, ann, { topic: 'following' })
    await follow(across(ann, there), bob)
    await post(cat, 'not followed')
    await post(bob, 'followed')
    await hears(live, 'followed')
    expect(textsOf(live)).toEqual(['followed'])
  })

  it('[L13] send counters of reactions at most 4 times a second at both servers, and end with the true ones', async () => {
    const subject = await post(cat, 'counted')
    const live = await page(here, null, { posts: [subject.id] })
    const people = await Promise.all(
      Array.from({ length: 20 }, (_, n) => person(n % 2 ? here : there, `r${n}_${round}`)),
    )
    const began = performance.now()
    await Promise.all(people.map((one) => react(one, subject)))
    await live.next('post:updated', (event) => event.post._count.reactions === 20)
    const seconds = (performance.now() - began) / 1000
    expect(live.all('post:updated').length).toBeLessThanOrEqual(Math.ceil(seconds * 4) + 1)
  })

  it('[L75] push no state of a post behind its deletion', async () => {
    const [subject, last] = [await post(cat, 'soon gone'), await post(cat, 'stays')]
    const live = await page(here, null, { posts: [subject.id, last.id] })
    // So quick that a state waits for its turn while the post is deleted.
    await Promise.all([ann, bob, cat].map((one) => react(one, subject)))
    expect((await cat.delete(`/posts/${subject.id}`)).status).toBe(204)
    await live.next('post:deleted')
    const states = live.all('post:updated').length
    // By the same way, later.
    await react(bob, last)
    await react(cat, last)
    await live.next('post:updated', (event) => event.post._count.reactions === 2)
    const after = live.all('post:updated').slice(states)
    expect(after.filter((event) => event.post.id === subject.id)).toEqual([])
  })

  it('[L58] carry reactions to an article to the readers of both, and to all pages of the person', async () => {
    const queen = await kingThere()
    const given = { title: 'Of mirrors', slug: `mirrors-${round}`, content: 'Hear ye.', published: true }
    const { id } = (await queen.post<BlogPostView>('/blog/posts', given)).body
    const [reader, annsTab] = [
      await page(there, null, { topic: 'blog' }),
      await page(there, across(ann, there)),
    ]
    await ann.put(`/blog/posts/${id}/reaction`, { emoji: '💩' })
    await bob.put(`/blog/posts/${id}/reaction`, { emoji: '💩' })
    const { reactions } = await reader.next(
      'decree-reactions:updated',
      ({ reactions: { reactionCounts } }) => reactionCounts['💩'] === 2,
    )
    const own = (await annsTab.next('decree:reacted')).reactions
    expect(own).toMatchObject({ id, viewer: { reaction: '💩' } })
    const path = `/blog/posts/${id}/reactions`
    expect((await ann.get(path)).body).toEqual({ ...reactions, viewer: own.viewer })
    await queen.delete(`/blog/posts/${id}`)
  })

  it('[L39] count the people who have a thing open together, somebody at both once', async () => {
    await Promise.all([agree(ann), agree(bob)])
    const sit = { throne: (await post(ann, 'Sit down')).id, counted: false }
    const [annsPage, bobsPage] = [await page(here, ann), await page(there, bob)]
    await annsPage.send('sit', sit)
    await bobsPage.send('sit', sit)
    for (const one of [annsPage, bobsPage]) await one.next('attendance:updated', ({ count }) => count === 2)
    const elsewhere = await page(there, across(ann, there))
    await elsewhere.send('sit', sit)
    await elsewhere.next('attendance:updated', ({ count }) => count === 2)
    bobsPage.close()
    await annsPage.next('attendance:updated', ({ count }) => count === 1)
  })

  it('[L15] share presence and typing', async () => {
    const { conversationId } = await message(bob, ann, 'hello')
    const annsPage = await page(here, ann, { conversation: conversationId })
    expect(await annsPage.next('presence')).toEqual({ userId: bob.id, online: false })
    const [bobsPage, bobsPhone] = [await page(there, bob), await page(here, bob)]
    await annsPage.next('presence', ({ online }) => online)
    await bobsPage.send('typing', { conversationId })
    await annsPage.next('typing', ({ userId }) => userId === bob.id)
    bobsPhone.close()
    bobsPage.close()
    // A state may be told twice: when somebody comes, and when the first message lets ann see it.
    const changes = () =>
      annsPage
        .all('presence')
        .map(({ online }) => online)
        .filter((online, at, states) => online !== states[at - 1])
    await until('bob has gone', () => changes().length === 3)
    expect(changes()).toEqual([false, true, false])
  })

  it('[L30] pass a question about a sound on to the pages of this person alone', async () => {
    const [laptop, phone, bobs] = [await page(here, ann), await page(there, ann), await page(there, bob)]
    const question = { about: ann.id, kind: 'asks' } as const
    await laptop.send('attention', question)
    expect(await phone.next('attention')).toEqual(question)
    await phone.send('attention', { ...question, kind: 'here' })
    expect(await laptop.next('attention')).toEqual({ ...question, kind: 'here' })
    expect([phone.all('attention').length, bobs.all('attention')]).toEqual([1, []])
  })

  it('[L22] show presence to a stranger at the other server after the first answer, and never across a block', async () => {
    const { conversationId } = await message(ann, bob, 'hello')
    const annsPage = await page(here, ann, { conversation: conversationId })
    const bobsPage = await page(there, bob)
    await bobsPage.send('typing', { conversationId })
    await message(bob, ann, 'hello too')
    await annsPage.next('presence', ({ online }) => online)
    expect(annsPage.all('typing')).toEqual([])
    await block(bob, ann)
    await until('Ann reads that nobody is there', () => annsPage.all('presence').at(-1)?.online === false)
  })

  it('count page views of both in the live figures of one', async () => {
    const pageViews = async () =>
      (await king.get<{ pageViews: number }>('/admin/analytics/realtime')).body?.pageViews
    const before = await pageViews()
    const watcher = await page(here, king, { topic: 'analytics' })
    for (const at of [here, there]) await (await page(at, null)).send('page', { path: '/terms' })
    await watcher.next('analytics:updated', ({ snapshot }) => snapshot.pageViews === before + 2)

    // [L56] One person at both: a week counts them once, and a funnel goes on where they are.
    const counted = async () =>
      (await king.get<RetentionView>('/analytics/retention')).body.cohorts[0]!.people[0]!
    const reached = async () => (await king.get<FunnelsView>('/analytics/funnels')).body.funnels[0]!.reached
    const steps = ['/feed', '/search', '/messages'].map((path) => ({ kind: 'page', path }))
    expect((await king.post('/analytics/funnels', { name: 'Across', steps })).status).toBe(201)
    const countedBefore = await counted()
    await agree(bob)
    for (const [at, server] of [there, here, there].entries()) {
      await (await page(server, bob)).send('page', { path: steps[at]!.path })
      await expect.poll(reached).toEqual(steps.map((_, step) => (step <= at ? 1 : 0)))
    }
    expect(await counted()).toBe(countedBefore + 1)
  })

  it("count one person's texts together, so that spam is queued as early as with one server", async () => {
    const statuses: number[] = []
    for (const at of [there, here, there])
      statuses.push((await across(bob, at).post('/posts', { text: 'Buy my plungers today' })).status)
    expect(statuses).toEqual([201, 201, 202])
  })

  it('[L11] close every other session after a change of the password, and keep the pages of this one', async () => {
    const elsewhere = visitor(there)
    await elsewhere.post('/auth/login', { email: ann.email, password: PASSWORD })
    const [own, other] = await Promise.all([
      page(there, across(ann, there)),
      page(there, { ...ann, ...elsewhere }),
    ])
    expect(
      (await ann.put('/auth/password', { currentPassword: PASSWORD, password: 'a-second-throne-entirely' }))
        .status,
    ).toBe(204)
    expect(await other.next('session:ended')).toEqual({ reason: 'reset' })
    await other.gone
    await message(bob, ann, 'Still in there?')
    expect(await own.next('message:created')).toBeTruthy()
    // The page has the new session now, at the other server too.
    await ann.post('/auth/logout')
    await own.gone
    expect(own.all('session:ended')).toEqual([{ reason: 'logout' }])
  })

  it('[L49] keep one membership of a group: who is removed at one is gone at the other at once, and cannot write there', async () => {
    for (const member of [bob, cat]) await follow(member, ann)
    const { body } = await ann.post<ConversationView>('/messages/groups', {
      name: `Meeting ${round}`,
      memberIds: [bob.id, cat.id],
    })
    const write = (who: Person, content: string) =>
      who.post<MessageView>('/messages', { receiverId: body.id, content })
    const [bobs, cats] = [await page(there, bob), await page(there, cat)]
    // The other server knows the end of the group from now on.
    expect((await write(bob, 'from there')).body.seq).toBe(3)
    expect((await write(ann, 'from here')).body.seq).toBe(4)
    await bobs.next('message:created', ({ message: { content } }) => content === 'from here')
    await ann.delete(`/messages/groups/${body.id}/members/${cat.id}`)
    await cats.next('conversation:deleted', ({ id }) => id === body.id)
    expect((await write(cat, 'still there')).status).toBe(404)
    expect((await write(bob, 'without cat')).body.seq).toBe(6)
    await bobs.next('message:created', ({ message: { content } }) => content === 'without cat')
    await message(ann, cat, 'to you alone')
    await cats.next('message:created', ({ message: { content } }) => content === 'to you alone')
    expect(cats.all('message:created').map((event) => event.message.content)).not.toContain('without cat')
    expect((await ann.get<MessageView[]>(`/messages/${body.id}`)).body.map(({ seq }) => seq)).toEqual([
      1, 2, 3, 4, 5, 6,
    ])
  })
})
