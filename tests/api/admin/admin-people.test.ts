import mongoose from 'mongoose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdminPersonItem, AdminPersonView, AdminStatsView, AuditEntryView } from '#contract/admin.ts'
import { MESSAGES } from '#contract/errors.ts'
import { MODERATION_MESSAGES } from '#contract/moderation.constants.ts'
import { expectIndexed, readsOf } from '#tests/support/explain.ts'
import type { SessionListView } from '#contract/account.settings.ts'
import { PASSWORD, people, person, visitor, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { connectLive } from '#tests/support/socket-client.ts'
import { until } from '#tests/support/until.ts'

let server: TestServer
let king: Person
let queen: Person
let ann: Person

beforeAll(async () => {
  server = await startTestServer()
  ;[king, queen, ann] = await people(server, ['king', 'queen', 'ann'])
  const { UserModel } = await import('#server/features/people/users/users.model.ts')
  const { searchKeys } = await import('#server/features/people/users/people-search.service.ts')
  const crowd = Array.from({ length: 60 }, (_, at) => {
    const names = {
      handle: `crowd_${String(at).padStart(2, '0')}`,
      displayName: at % 2 === 0 ? 'John of Nowhere' : `Zoë ${at}`,
    }
    return {
      ...names,
      email: `mail${at}@crowd.example`,
      passwordHash: 'none',
      searchKeys: searchKeys(names),
      createdAt: new Date(),
      updatedAt: new Date(),
    }
  })
  await UserModel.insertMany(crowd)
})
afterAll(() => server.close())

async function crown(...people: Person[]): Promise<void> {
  const { setAdmin } = await import('#server/features/people/users/admin-people.service.ts')
  for (const { id } of people) await setAdmin(id, true)
}
async function uncrown(...people: Person[]): Promise<void> {
  const { setAdmin } = await import('#server/features/people/users/admin-people.service.ts')
  for (const { id } of people) await setAdmin(id, false)
}
const set = (who: Person, whom: Person, isAdmin: boolean) =>
  who.patch<AdminPersonView>(`/admin/users/${whom.id}/admin`, { isAdmin })
const list = async (query = '') => (await king.get<AdminPersonItem[]>(`/admin/users${query}`)).body

/** All pages of a list, one after the other. */
async function walk(q: string): Promise<AdminPersonItem[][]> {
  const pages: AdminPersonItem[][] = []
  for (let cursor = ''; ; cursor = `&cursor=${pages.at(-1)!.at(-1)!.cursor}`) {
    const page = await list(`?q=${encodeURIComponent(q)}${cursor}`)
    if (page.length === 0) return pages
    pages.push(page)
  }
}

describe('Admin rights', () => {
  it('are granted and revoked only by admins, and both are in the audit log', async () => {
    await crown(king)
    expect(await set(ann, queen, true)).toMatchObject({ status: 403, text: MESSAGES.forbidden })
    expect((await visitor(server).patch(`/admin/users/${queen.id}/admin`, { isAdmin: true })).status).toBe(
      401,
    )
    expect((await set(king, queen, true)).body).toMatchObject({
      handle: 'queen',
      isAdmin: true,
      email: queen.email,
    })
    expect((await set(king, queen, true)).body.isAdmin).toBe(true)
    expect((await set(king, queen, false)).body.isAdmin).toBe(false)
    const log = (await king.get<AuditEntryView[]>('/admin/audit')).body
    expect(log).toMatchObject([
      {
        admin: { handle: 'king' },
        action: 'user.demote',
        target: { type: 'user', person: { handle: 'queen' } },
        before: { isAdmin: true },
        after: { isAdmin: false },
      },
      { action: 'user.promote', before: { isAdmin: false }, after: { isAdmin: true } },
    ])
  })

  it('cannot be revoked from oneself, nor granted to an unknown person', async () => {
    await crown(king)
    expect(await set(king, king, false)).toMatchObject({ status: 403, text: MODERATION_MESSAGES.crownSelf })
    expect(await king.patch(`/admin/users/${'0'.repeat(24)}/admin`, { isAdmin: true })).toMatchObject({
      status: 404,
      text: MESSAGES.userNotFound,
    })
  })

  it("stay with one of two admins who revoke each other's at the same moment", async () => {
    for (let round = 0; round < 5; round++) {
      await crown(king, queen)
      const answers = await Promise.all([set(king, queen, false), set(queen, king, false)])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await mongoose.connection.collection('users').countDocuments({ isAdmin: true })).toBe(1)
    }
  })

  it("do not let an admin revoke others' while losing their own", async () => {
    for (let round = 0; round < 5; round++) {
      await crown(king, queen, ann)
      const answers = await Promise.all([set(king, queen, false), set(queen, king, false)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    }
    await crown(king)
    await uncrown(queen, ann)
  })
})

describe('An account', () => {
  it('is deleted only by admins, not by the admin themselves, and it is in the audit log', async () => {
    await crown(king)
    const target = await person(server, 'doomed')
    expect((await ann.delete(`/admin/users/${target.id}`)).status).toBe(403)
    expect(await king.delete(`/admin/users/${king.id}`)).toMatchObject({
      status: 403,
      text: MODERATION_MESSAGES.deleteSelf,
    })
    expect((await king.delete(`/admin/users/${target.id}`)).status).toBe(204)
    expect((await target.get('/auth/me')).status).toBe(401)
    expect(await king.delete(`/admin/users/${target.id}`)).toMatchObject({
      status: 404,
      text: MESSAGES.userNotFound,
    })
    expect((await king.get<AuditEntryView[]>('/admin/audit')).body[0]).toMatchObject({
      admin: { handle: 'king' },
      action: 'user.delete',
      target: { type: 'user', person: null },
    })
  })

  it('of one of two admins who delete each other at the same moment stays', async () => {
    const [one, other] = [await person(server, 'one'), await person(server, 'other')]
    await crown(one, other)
    await uncrown(king)
    const answers = await Promise.all([
      one.delete(`/admin/users/${other.id}`),
      other.delete(`/admin/users/${one.id}`),
    ])
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    expect(await mongoose.connection.collection('users').countDocuments({ isAdmin: true })).toBe(1)
    await crown(king)
    const left = answers[0]?.status === 204 ? one : other
    expect((await king.delete(`/admin/users/${left.id}`)).status).toBe(204)
  })
})

describe('The list of people', () => {
  it('contains everybody once, newest first, twenty a page', async () => {
    await crown(king)
    const pages = await walk('')
    expect(pages.map((page) => page.length)).toEqual([20, 20, 20, 3])
    const ids = pages.flat().map(({ id }) => id)
    expect(ids).toEqual([...ids].sort().reverse())
    expect(pages.flat().at(-1)).not.toHaveProperty('passwordHash')
  })

  it.each([
    ['a handle, in any letter case', 'CROWD_0', 10],
    ['a handle with its sign', '@king', 1],
    ['a word of a name that many bear', 'john', 30],
    ['a name without its accents', 'zoe', 30],
    ['an e-mail address', 'MAIL5@crowd', 1],
    ['the start of many addresses', 'mail', 60],
    ['the end of a handle', 'wd_07', 1],
    ['the middle of a word of a name', 'OWHER', 30],
    ['the middle of a name without its accents', 'oe 5', 6],
    ['several words of a name', 'of  nowhere', 30],
    ['a piece of an e-mail address', 'l5@cro', 1],
    ['the host of an e-mail address', '@crowd.example', 60],
    ['what is in no name', '(a+)+$', 0],
  ])('can be searched by %s', async (_, q, found) => {
    const rows = (await walk(q)).flat()
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    expect(rows).toHaveLength(found)
  })

  it('tells when each person was last seen, from the log-in on', async () => {
    await crown(king)
    const { UserModel } = await import('#server/features/people/users/users.model.ts')
    const seenAt = async () => (await list('?q=ann')).find(({ id }) => id === ann.id)!.lastSeenAt
    expect(Date.parse((await seenAt())!), 'at the log-in').toBeGreaterThan(Date.now() - 3600_000)
    const long = new Date(Date.now() - 3600_000)
    await UserModel.updateOne({ _id: ann.id }, { $set: { lastSeenAt: long } })
    expect(await seenAt()).toBe(long.toISOString())
    await UserModel.updateOne({ _id: ann.id }, { $unset: { lastSeenAt: 1 } })
    expect(await seenAt()).toBeNull()
  })

  it('refuses an invalid cursor', async () => {
    for (const query of [
      '?cursor=zzz',
      '?q=john&cursor=zzz',
      `?q=john&cursor=${Buffer.from('["name","zzz","000000000000000000000000"]').toString('base64url')}`,
    ]) {
      expect(await king.get(`/admin/users${query}`), query).toMatchObject({
        status: 400,
        text: MESSAGES.badCursor,
      })
    }
  })

  it.each([
    ['everybody', ''],
    ['a search by name', '?q=john'],
    ['a search by address', '?q=mail'],
  ])('is one indexed read: %s', async (_, query) => {
    const [{ cursor }] = (await list(query)).slice(-1) as [AdminPersonItem]
    const reads = await readsOf(() => list(`${query || '?'}&cursor=${cursor}`))
    expectIndexed(reads.filter(({ collection, returned }) => collection === 'users' && returned > 1))
    // What does not match is never fetched.
    for (const read of reads.filter(({ collection }) => collection === 'users'))
      expect(read.docsExamined, JSON.stringify(read)).toBe(read.returned)
  })
})

describe('The audit log', () => {
  it('is for admins, can be filtered by admin and action, and reads each page of twenty from an index', async () => {
    await crown(king)
    for (let at = 0; at < 11; at++) for (const isAdmin of [true, false]) await set(king, ann, isAdmin)
    expect((await ann.get('/admin/audit')).status).toBe(403)
    const first = (await king.get<AuditEntryView[]>('/admin/audit?admin=@King&action=user.promote')).body
    expect(first.every(({ action, admin }) => action === 'user.promote' && admin?.handle === 'king')).toBe(
      true,
    )
    expect((await king.get('/admin/audit?admin=nobody')).body).toEqual([])
    for (const query of ['?', '?admin=king', '?action=user.demote', '?admin=king&action=user.demote']) {
      const page = (await king.get<AuditEntryView[]>(`/admin/audit${query}`)).body
      const reads = await readsOf(() => king.get(`/admin/audit${query}&cursor=${page[0]!.id}`))
      expectIndexed(reads.filter(({ collection, returned }) => collection === 'audit_log' && returned > 0))
    }
  })

  it('[L1] shows a person whose account is erased on open pages as a read does', async () => {
    await crown(king)
    const target = await person(server, 'named')
    await set(king, target, true)
    await set(king, target, false)
    const page = await connectLive(server, { cookie: king.cookie() })
    await page.send('watch', { topic: 'admin' })
    await target.delete('/user/delete-account')
    const { entry } = await page.next(
      'audit:added',
      ({
        entry: {
          target: { id },
        },
      }) => id !== target.id,
    )
    const read = async () => (await king.get<AuditEntryView[]>('/admin/audit')).body
    await until('a read has them', async () => (await read()).some(({ id }) => id === entry.id))
    expect(entry).toEqual((await read()).find(({ id }) => id === entry.id))
    page.close()
  })

  it('is append-only', async () => {
    const { AuditModel } = await import('#server/shared/audit/audit.model.ts')
    const writes: (() => PromiseLike<unknown>)[] = [
      () => AuditModel.updateMany({}, { $set: { action: 'user.ban' } }),
      () => AuditModel.deleteMany({}),
      () => AuditModel.findOneAndDelete({}),
      () => AuditModel.bulkWrite([{ deleteOne: { filter: {} } }]),
      async () => (await AuditModel.findOne())!.deleteOne(),
      async () => (await AuditModel.findOne())!.set('action', 'user.ban').save(),
    ]
    for (const write of writes) await expect((async () => write())()).rejects.toThrow('only ever added to')
  })
})

it("The dashboard's cards show the true counts", async () => {
  await crown(king)
  await ann.post('/posts', { text: 'One' })
  const { body } = await king.get<AdminStatsView>('/admin/stats')
  expect(body).toMatchObject({
    totalUsers: 63,
    newUsersToday: 63,
    totalPosts: 1,
    newPostsToday: 1,
    totalReports: 0,
    pendingReports: 0,
    pendingAppeals: 0,
  })
  expect((await ann.get('/admin/stats')).status).toBe(403)
})

describe("A person's sessions", () => {
  it('can be ended by an admin, open pages at once, and it is in the audit log', async () => {
    await crown(king)
    const owner = await person(server, 'wanted')
    const page = await connectLive(server, { cookie: owner.cookie() })
    expect((await king.delete(`/admin/users/${owner.id}/sessions`)).status).toBe(204)
    expect(await page.next('session:ended')).toEqual({ reason: 'logout' })
    await page.gone
    expect((await owner.get('/auth/me')).status).toBe(401)
    const [newest] = (await king.get<AuditEntryView[]>('/admin/audit')).body
    expect(newest).toMatchObject({ action: 'user.logout', admin: { id: king.id }, target: { id: owner.id } })
    expect((await king.delete(`/admin/users/${king.id}/sessions`)).status).toBe(403)
    expect((await king.delete(`/admin/users/${'0'.repeat(24)}/sessions`)).status).toBe(404)
  })

  it('are twenty at most: the one unused for longest ends', async () => {
    const owner = await person(server, 'many_seats')
    const first = (await owner.get<SessionListView>('/auth/sessions')).body.current
    for (let at = 0; at < 20; at++)
      await visitor(server).post('/auth/login', { email: owner.email, password: PASSWORD })
    const sessions = () =>
      mongoose.connection.collection('sessions').find({ 'session.passport.user': owner.id }).toArray()
    await until('the oldest is gone', async () => (await sessions()).length === 20)
    expect((await sessions()).map(({ session }) => (session as { name: string }).name)).not.toContain(first)
  })
})

it('The audit log records the publication of blog articles and, once each, the reading of reported messages', async () => {
  await crown(king)
  const actions = async () =>
    (await king.get<AuditEntryView[]>('/admin/audit')).body.map(({ action }) => action)
  const draft = (
    await king.post<{ id: string }>('/blog/posts', {
      title: 'Of logs',
      slug: 'of-logs',
      content: 'Draft.',
      published: false,
    })
  ).body
  await king.patch(`/blog/posts/${draft.id}`, { content: 'Still a draft.' })
  const [newest] = await actions()
  await king.patch(`/blog/posts/${draft.id}`, { published: true })
  await king.patch(`/blog/posts/${draft.id}`, { content: 'Hear ye.' })
  await king.patch(`/blog/posts/${draft.id}`, { published: false })
  await king.patch(`/blog/posts/${draft.id}`, { published: true })
  await king.delete(`/blog/posts/${draft.id}`)
  const message = (
    await queen.post<{ id: string }>('/messages', { receiverId: ann.id, content: 'Between us' })
  ).body
  await ann.post('/reports', { targetType: 'message', targetId: message.id, reason: 'spam' })
  for (let look = 0; look < 2; look++) await king.get('/admin/reports')
  expect((await actions()).slice(0, 7)).toEqual([
    'report.read',
    'decree.delete',
    'decree.publish',
    'decree.withdraw',
    'decree.change',
    'decree.publish',
    newest,
  ])
})
