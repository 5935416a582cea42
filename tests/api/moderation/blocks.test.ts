import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BLOCK_MESSAGES, linkBlocked, notAnEntry, wordBlocked } from '#contract/admin.blocks.constants.ts'
import type { BlocksInput, BlocksView } from '#contract/admin.blocks.ts'
import { SIGN_UP_MESSAGES } from '#contract/account.sign-up.constants.ts'
import type { AuditEntryView, HouseView } from '#contract/admin.ts'
import type { CommentView } from '#contract/comments.ts'
import { SPAM_MESSAGES } from '#contract/moderation.constants.ts'
import type { HeldReceipt, HeldWritingView } from '#contract/moderation.ts'
import type { PostView } from '#contract/posts.ts'
import { PASSWORD, person, visitor, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let king: Person
let ann: Person
let bob: Person
beforeAll(async () => {
  server = await startTestServer()
  king = await person(server, 'listing_king')
  ann = await person(server, 'listing_ann')
  bob = await person(server, 'listing_bob')
  await (await import('#server/features/people/users/admin-people.service.ts')).setAdmin(king.id, true)
})
beforeEach(() => allowAll())
afterAll(async () => {
  await allowAll()
  await server.close()
})

const NONE = { refusedWords: [], heldWords: [], linkDomains: [], mailDomains: [] }
const current = async () => (await king.get<HouseView>('/admin/house')).body.blocks
const put = async (lists: Partial<BlocksInput>) =>
  king.put<BlocksView>('/admin/blocks', { ...NONE, rev: (await current()).rev, ...lists })
const block = async (lists: Partial<BlocksInput>) => {
  const { status, body, text } = await put(lists)
  if (status !== 200) throw new Error(text)
  return body
}
const allowAll = () => block({})
const refused = (text: string) => expect.objectContaining({ status: 400, text })
const post = (who: Person, text: string, more: object = {}) => who.post<PostView>('/posts', { text, ...more })

test('[L5] a retry gets the post of the first attempt, whatever is said of its words by now', async () => {
  const clientId = crypto.randomUUID()
  const first = await post(ann, 'Forsooth, a post', { clientId })
  expect(first.status).toBe(201)
  for (const lists of [{ refusedWords: ['forsooth'] }, { heldWords: ['forsooth'] }]) {
    await block(lists)
    const again = await post(ann, 'Forsooth, a post', { clientId })
    expect([again.status, again.body]).toEqual([200, first.body])
  }
  expect((await post(ann, 'Forsooth, another post', { clientId: crypto.randomUUID() })).status).toBe(202)
})

describe('The lists', () => {
  test('are changed by admins alone; the audit log has what was added and removed', async () => {
    expect((await bob.put('/admin/blocks', { ...NONE, rev: 0 })).status).toBe(403)
    const saved = await block({
      refusedWords: ['Plunger', 'Plunger'],
      linkDomains: ['https://Evil.example/path', '*.evil.example'.slice(2)],
      mailDomains: ['@BÜCHER.example'],
    })
    expect(saved).toMatchObject({
      refusedWords: ['Plunger'],
      linkDomains: ['evil.example'],
      mailDomains: ['xn--bcher-kva.example'],
    })
    expect(await block({ refusedWords: ['Plunger', 'brush'] })).toMatchObject({ rev: saved.rev + 1 })
    const [entry] = (await king.get<AuditEntryView[]>('/admin/audit')).body
    expect(entry).toMatchObject({
      action: 'house.blocks',
      before: { linkDomains: 'evil.example', mailDomains: 'xn--bcher-kva.example' },
      after: { refusedWords: 'brush' },
    })
    const { rev } = await current()
    expect((await block({ refusedWords: ['Plunger', 'brush'] })).rev, 'the same changes nothing').toBe(rev)
  })

  test('take no entry that means nothing, and no change of an older version', async () => {
    expect(await put({ linkDomains: ['good.example', 'not a domain'] })).toEqual(
      refused(notAnEntry('linkDomains', 'not a domain')),
    )
    expect(await put({ mailDomains: ['localhost'] })).toEqual(refused(notAnEntry('mailDomains', 'localhost')))
    expect(await put({ heldWords: ['...'] })).toEqual(refused(notAnEntry('heldWords', '...')))
    const { rev } = await current()
    const both = await Promise.all(
      ['one', 'two'].map((word) => king.put('/admin/blocks', { ...NONE, refusedWords: [word], rev })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)!.text).toBe(BLOCK_MESSAGES.changed)
  })
})

describe('What is not allowed', () => {
  test('is refused in posts, comments, bios and names, new and changed; what was there may stay', async () => {
    const { body: before } = await post(ann, 'My plunger is golden')
    const comment = await ann.post<CommentView>(`/posts/${before.id}/comments`, { text: 'See evil.example' })
    await ann.patch('/users/me', { bio: 'A plunger collector' })
    await block({ refusedWords: ['plunger'], linkDomains: ['evil.example'] })
    const word = refused(wordBlocked('plunger'))
    const link = refused(linkBlocked('evil.example'))
    expect(await post(ann, 'Another PLÚNGER!')).toEqual(word)
    expect(await post(ann, 'Vote', { poll: { options: ['plunger', 'brush'], minutes: 60 } })).toEqual(word)
    expect(await post(ann, 'Look', { contentWarn: 'a plunger' })).toEqual(word)
    expect(await post(ann, 'https://www.EVIL.example/x')).toEqual(link)
    expect(await ann.post(`/posts/${before.id}/comments`, { text: 'plunger' })).toEqual(word)
    expect(await ann.patch('/users/me', { bio: 'A plunger, see evil.example' })).toEqual(link)
    expect(await ann.patch('/users/me', { displayName: 'Plunger Ann' })).toEqual(
      refused(SIGN_UP_MESSAGES.name),
    )
    const plain = (await post(ann, 'Plain')).body
    expect(await ann.patch(`/posts/${plain.id}`, { text: 'Not plain: a plunger' })).toEqual(word)
    expect((await ann.patch(`/posts/${before.id}`, { text: 'My plunger is silver' })).status).toBe(200)
    expect(await ann.patch(`/posts/${before.id}`, { text: 'My plunger, evil.example' })).toEqual(link)
    expect((await ann.patch(`/comments/${comment.body.id}`, { text: 'See evil.example!' })).status).toBe(200)
    expect(await ann.patch(`/comments/${comment.body.id}`, { text: 'plunger' })).toEqual(word)
    expect((await post(ann, 'plungers and notevil.example')).status, 'other words').toBe(201)
    expect((await post(king, 'Admins may quote: plunger')).status).toBe(201)
  })

  test('in a message is a link alone; a retry of what was sent before is answered', async () => {
    const clientId = crypto.randomUUID()
    const send = (content: string, more: object = {}) =>
      ann.post<{ id: string }>('/messages', { receiverId: bob.id, content, ...more })
    const first = await send('On evil.example they have them', { clientId })
    expect(first.status).toBe(201)
    await block({ refusedWords: ['plunger'], heldWords: ['brush'], linkDomains: ['evil.example'] })
    expect((await send('A plunger and a brush')).status).toBe(201)
    expect(await send('On evil.example they have them')).toEqual(refused(linkBlocked('evil.example')))
    expect((await send('On evil.example they have them', { clientId })).body.id).toBe(first.body.id)
  })

  test.each(['enable', 'disable'] as const)(
    'or is to be looked at first waits in the review queue (spam protection: %s)',
    async (action) => {
      await king.post(`/admin/anti-asshole/${action}`)
      await block({ heldWords: ['brush'] })
      const clientId = crypto.randomUUID()
      const text = `A brush for every throne, ${action}d`
      const { status, body } = await bob.post<HeldReceipt>('/posts', { text, clientId })
      expect([status, body.message]).toEqual([202, SPAM_MESSAGES.held])
      const [held] = (await king.get<HeldWritingView[]>('/admin/held')).body
      expect(held).toMatchObject({ text, verdict: 'held', signs: [{ sign: 'word to look at' }] })
      expect(await bob.patch('/users/me', { bio: 'A brush' }), 'no queue for it').toEqual(
        refused(wordBlocked('brush')),
      )
      await allowAll()
      expect((await bob.post('/posts', { text, clientId })).status, 'a retry still waits').toBe(202)
      expect((await king.post(`/admin/held/${held!.id}/release`)).status).toBe(204)
      expect((await bob.post<PostView>('/posts', { text, clientId })).body.text).toBe(text)
      await king.post('/admin/anti-asshole/disable')
    },
  )

  test('is refused for new accounts and new addresses', async () => {
    await block({ refusedWords: ['plunger'], mailDomains: ['trash.example'] })
    const register = (email: string, handle: string, displayName = handle) =>
      visitor(server).post('/auth/register', { email, handle, displayName, password: PASSWORD })
    for (const email of ['a@trash.example', 'b@Very.Trash.example'])
      expect(await register(email, 'listing_new')).toEqual(refused(SIGN_UP_MESSAGES.mail))
    expect(await register('c@people.example', 'the_plunger')).toEqual(refused(SIGN_UP_MESSAGES.handle))
    expect(await register('c@people.example', 'listing_new', 'Plunger')).toEqual(
      refused(SIGN_UP_MESSAGES.name),
    )
    expect((await register('c@nottrash.example', 'listing_new')).status).toBe(201)
    expect(await ann.put('/auth/email', { email: 'ann@trash.example', currentPassword: PASSWORD })).toEqual(
      refused(SIGN_UP_MESSAGES.mail),
    )
  })
})
