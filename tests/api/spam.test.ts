import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntryView } from '#contract/audit.ts'
import type { HeldWritingView, HouseView } from '#contract/house.ts'
import type { CommentView, PostView } from '#contract/posts.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { expectIndexed, readsOf } from '#tests/support/explain.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let king: Person
let bob: Person
beforeAll(async () => {
  server = await startTestServer()
  ;[king, bob] = [await person(server, 'spam_king'), await person(server, 'spam_bob')]
  await (await import('#server/features/users/admins.service.ts')).setAdmin(king.id, true)
})
afterAll(() => server.close())

const LINKS = 'https://one.example https://two.example https://three.example'
const HELD = [403, 'The guards want to look at this first. It will appear once they let it through.']
const REFUSED = [403, 'The guards take this for spam.']
const turn = (action: 'enable' | 'disable') => king.post(`/admin/anti-asshole/${action}`)
const held = async () => (await king.get<HeldWritingView[]>('/admin/held')).body
const post = (who: Person, text: string, more: object = {}) => who.post<PostView>('/posts', { text, ...more })

describe('The spam protection', () => {
  test('lets everything pass while it is off', async () => {
    expect((await post(bob, LINKS)).status).toBe(201)
    expect(await held()).toEqual([])
  })

  test('is switched by admins alone; the log and the dashboard know of it', async () => {
    for (const action of ['enable', 'disable']) expect((await bob.post(`/admin/anti-asshole/${action}`)).status).toBe(403)
    expect((await turn('enable')).body).toMatchObject({ enabled: true })
    expect((await king.get<HouseView>('/admin/house')).body.protection.enabled).toBe(true)
    expect((await king.get('/admin/stats')).body).toMatchObject({ protection: true })
    const [entry] = (await king.get<AuditEntryView[]>('/admin/audit')).body
    expect(entry).toMatchObject({ action: 'house.protection', before: { enabled: false }, after: { enabled: true } })
  })

  test('holds a post that looks like spam: nobody sees it, and an admin lets it through as it was written', async () => {
    await turn('enable')
    const clientId = crypto.randomUUID()
    const { status, text } = await post(bob, LINKS, { clientId, contentWarn: 'Links' })
    expect([status, text]).toEqual(HELD)
    expect((await post(bob, LINKS, { clientId, contentWarn: 'Links' })).status, 'a retry is held already').toBe(403)
    const [row, ...others] = await held()
    expect(others).toEqual([])
    expect(row).toMatchObject({ kind: 'post', text: LINKS, author: { handle: bob.handle }, verdict: 'held', score: 85 })
    expect((await king.post(`/admin/held/${row!.id}/release`)).status).toBe(204)
    expect(await held()).toEqual([])
    const [newest] = (await king.get<PostView[]>(`/users/${bob.handle}/posts`)).body
    expect(newest).toMatchObject({ text: LINKS, contentWarn: 'Links', authorId: bob.id })
    expect((await post(bob, LINKS, { clientId, contentWarn: 'Links' })).body.id, 'what the author sends again is that post').toBe(newest!.id)
    expect((await king.post(`/admin/held/${row!.id}/release`)).status).toBe(404)
  })

  test('holds a comment, which an admin throws away', async () => {
    const subject = (await post(king, 'Say what you like')).body
    const cat = await person(server, 'spam_cat')
    expect((await cat.post(`/posts/${subject.id}/comments`, { text: LINKS })).status).toBe(403)
    const [row] = await held()
    expect((await king.delete(`/admin/held/${row!.id}`)).status).toBe(204)
    expect((await king.get<CommentView[]>(`/posts/${subject.id}/comments`)).body).toEqual([])
  })

  test('refuses a message and keeps no word of it', async () => {
    const dan = await person(server, 'spam_dan')
    const { status, text } = await dan.post('/messages', { receiverId: bob.id, content: LINKS })
    expect([status, text]).toEqual(REFUSED)
    expect((await held())[0]).toMatchObject({ kind: 'message', text: null, verdict: 'refused' })
    const { HeldModel } = await import('#server/features/spam/held.model.ts')
    expect(JSON.stringify(await HeldModel.findOne({ kind: 'message' }).lean())).not.toContain('one.example')
  })

  test('hears the same again and again, whatever its letters and signs', async () => {
    const eve = await person(server, 'spam_eve')
    const verdicts: string[] = []
    for (const text of ['Buy my plungers today', 'buy MY plungers, today!', '...Buy my plungers today', 'Buy my plungers today', 'Buy my plungers today', 'Buy my plungers today', 'Buy my plungers today']) {
      const answer = await post(eve, text)
      verdicts.push(answer.status === 201 ? 'posted' : answer.text === REFUSED[1] ? 'refused' : 'held')
    }
    expect(verdicts).toEqual(['posted', 'posted', 'held', 'held', 'held', 'held', 'refused'])
  })

  test('its list is one indexed read', async () => {
    const { listHeld } = await import('#server/features/spam/held.service.ts')
    const reads = (await readsOf(() => listHeld('f'.repeat(24)))).filter(({ collection }) => collection === 'held_writings')
    expect(reads).toHaveLength(1)
    expectIndexed(reads)
  })

  test('leaves admins alone, and lists for nobody else', async () => {
    expect((await post(king, LINKS)).status).toBe(201)
    expect((await bob.get('/admin/held')).status).toBe(403)
    await turn('disable')
    expect((await post(await person(server, 'spam_fay'), LINKS)).status).toBe(201)
  })
})
