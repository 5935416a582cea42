import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CommentPermissionView, CommentView } from '#contract/comments.ts'
import { MESSAGES } from '#contract/errors.ts'
import type { RoastDial } from '#contract/posts.constants.ts'
import { PublicPostView, type PostView } from '#contract/posts.ts'
import { people, person, type Person } from '#tests/support/http-client.ts'
import { recordEvents } from '#tests/support/record-events.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let ann: Person
let bob: Person
let cat: Person
let round = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  round += 1
  ;[ann, bob, cat] = await people(server, ['ann', 'bob', 'cat'], `_dial_${round}`)
})

const post = async (dial?: RoastDial, text = 'How is it?') =>
  (await ann.post<PostView>('/posts', { text, ...(dial && { dial }) })).body
const turn = (who: Person, { id }: PostView, dial: unknown) =>
  who.put<PostView>(`/posts/${id}/dial`, { dial })
const comment = (who: Person, { id }: PostView, clientId?: string) =>
  who.post<CommentView>(`/posts/${id}/comments`, { text: 'Well', ...(clientId && { clientId }) })
const mayComment = async (who: Person, { id }: PostView) =>
  (await who.get<CommentPermissionView>(`/posts/${id}/comment-permission`)).body.allowed

describe('The roast dial of a post (DECISIONS row 480)', () => {
  it('is part of every view of the post, and missing when the author chose nothing', async () => {
    const gentle = await post('gentle')
    expect([gentle.dial, (await post()).dial]).toEqual(['gentle', undefined])
    const feed = (await bob.get<PostView[]>('/posts')).body
    expect(feed.find(({ id }) => id === gentle.id)?.dial).toBe('gentle')
    expect((await bob.get<PostView>(`/posts/${gentle.id}`)).body.dial).toBe('gentle')
    expect((await ann.post('/posts', { text: 'Hm', dial: 'boiling' })).status).toBe(400)
  })

  it.each(['roast', undefined] as const)('lets everybody comment at %s', async (dial) => {
    const open = await post(dial)
    expect((await comment(bob, open)).status).toBe(201)
    expect(await mayComment(cat, open)).toBe(true)
  })

  it('lets nobody comment when it is closed, not even the author, and what was said before stays', async () => {
    const closed = await post()
    const said = (await comment(bob, closed)).body
    await turn(ann, closed, 'closed')
    for (const who of [ann, bob]) {
      const refused = await comment(who, closed)
      expect([refused.status, refused.text]).toEqual([403, MESSAGES.commentsClosed])
      expect(await mayComment(who, closed)).toBe(false)
    }
    const comments = (await cat.get<CommentView[]>(`/posts/${closed.id}/comments`)).body
    expect(comments.map(({ id }) => id)).toEqual([said.id])
    expect((await bob.patch(`/comments/${said.id}`, { text: 'Reworded' })).status).toBe(200)
  })

  it('lets the author and the people whom they follow or mention comment when it is gentle', async () => {
    await ann.post(`/users/${bob.id}/follow`)
    const gentle = await post('gentle', `How is it, @${cat.handle.toUpperCase()}?`)
    const dan = await person(server, `dan_dial_${round}`)
    for (const who of [ann, bob, cat]) {
      expect(await mayComment(who, gentle)).toBe(true)
      expect((await comment(who, gentle)).status).toBe(201)
    }
    // A follower of the author is no person whom the author follows.
    await dan.post(`/users/${ann.id}/follow`)
    const refused = await comment(dan, gentle)
    expect([refused.status, refused.text]).toEqual([403, MESSAGES.commentsGentle])
    expect(await mayComment(dan, gentle)).toBe(false)
    await ann.post(`/users/${dan.id}/follow`)
    expect((await comment(dan, gentle)).status).toBe(201)
  })

  it('refuses one of several comments that are written together, and no other', async () => {
    await ann.post(`/users/${bob.id}/follow`)
    const gentle = await post('gentle')
    const answers = await Promise.all([ann, bob, cat, bob, cat].map((who) => comment(who, gentle)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 403, 201, 403])
    expect((await ann.get<PostView>(`/posts/${gentle.id}`)).body._count.comments).toBe(3)
  })

  it('[L5] answers a retry of a comment that was written before it was closed', async () => {
    const subject = await post()
    const clientId = randomUUID()
    const first = await comment(bob, subject, clientId)
    await turn(ann, subject, 'closed')
    const again = await comment(bob, subject, clientId)
    expect([again.status, again.body.id]).toEqual([200, first.body.id])
  })

  it('[L1] is turned by the author alone; the push carries what a refetch gives', async () => {
    const subject = await post('roast')
    expect((await turn(bob, subject, 'closed')).status).toBe(403)
    expect((await turn(ann, subject, 'boiling')).status).toBe(400)
    const recorded = await recordEvents('post:updated')
    expect((await turn(ann, subject, 'closed')).body.dial).toBe('closed')
    await turn(ann, subject, 'closed')
    expect((await turn(ann, subject, null)).body.dial).toBeUndefined()
    const pushed = recorded.stop().map(({ payload }) => (payload as { post: PublicPostView }).post)
    expect(pushed.map(({ dial, rev }) => [dial, rev])).toEqual([
      ['closed', subject.rev + 1],
      [undefined, subject.rev + 2],
    ])
    const { viewer: _, ...now } = (await cat.get<PostView>(`/posts/${subject.id}`)).body
    expect(PublicPostView.parse(pushed[1])).toEqual(now)
  })

  it('tells people with a block nothing', async () => {
    const subject = await post('gentle')
    await ann.post(`/users/${bob.id}/block`)
    expect((await bob.get(`/posts/${subject.id}/comment-permission`)).status).toBe(404)
    expect((await comment(bob, subject)).status).toBe(404)
  })

  it('is part of the export', async () => {
    await post('gentle', 'Mind your tone')
    const { body } = await ann.get<{ posts: { text: string; dial?: string }[] }>('/user/export-data')
    expect(body.posts.find(({ text }) => text === 'Mind your tone')?.dial).toBe('gentle')
  })
})
