import { Types } from 'mongoose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MessageView } from '#contract/messages.ts'
import type { CommentView } from '#contract/comments.ts'
import type { PostView } from '#contract/posts.ts'
import { REPORT_REASONS, type ReportTarget } from '#contract/moderation.constants.ts'
import type { ReportReceipt } from '#contract/moderation.ts'
import { person, visitor, type Caller, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let ann: Person
let bob: Person
beforeAll(async () => {
  server = await startTestServer()
  ann = await person(server, 'report_ann')
  bob = await person(server, 'report_bob')
})
afterAll(() => server.close())

const report = (who: Caller, targetType: ReportTarget, targetId: string, more: object = {}) =>
  who.post<ReportReceipt>('/reports', { targetType, targetId, reason: 'spam', ...more })
const postBy = async (who: Person, text = 'A drop') => (await who.post<PostView>('/posts', { text })).body
const kept = async (id: string) =>
  (await import('#server/features/moderation/reports/reports.model.ts')).ReportModel.findById(id).lean()

describe('POST /api/reports', () => {
  test("stores the post's text, author and the reason, and answers a receipt", async () => {
    const post = await postBy(bob, 'Buy my plungers')
    const { status, body } = await report(ann, 'post', post.id, { details: '  He does it all day.  ' })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      targetType: 'post',
      targetId: post.id,
      reason: 'spam',
      createdAt: expect.any(String),
    })
    expect(await kept(body.id)).toMatchObject({
      reporterId: new Types.ObjectId(ann.id),
      details: 'He does it all day.',
      status: 'pending',
      rev: 1,
      thing: {
        ownerId: new Types.ObjectId(bob.id),
        text: 'Buy my plungers',
        mediaUrl: null,
        path: `/p/${post.id}`,
      },
    })
  })

  test('keeps the text after the thing was deleted', async () => {
    const post = await postBy(bob, 'Gone in a minute')
    const { body } = await report(ann, 'post', post.id)
    await bob.delete(`/posts/${post.id}`)
    expect((await kept(body.id))?.thing.text).toBe('Gone in a minute')
  })

  test('accepts comments, people and messages too', async () => {
    const post = await postBy(ann)
    const comment = (await bob.post<CommentView>(`/posts/${post.id}/comments`, { text: 'Rude' })).body
    const message = (await bob.post<MessageView>('/messages', { receiverId: ann.id, content: 'Ruder' })).body
    const things = []
    for (const [type, id] of [
      ['comment', comment.id],
      ['user', bob.id],
      ['message', message.id],
    ] as const) {
      const { status, body } = await report(ann, type, id)
      expect(status, type).toBe(201)
      things.push((await kept(body.id))?.thing)
    }
    const ownerId = new Types.ObjectId(bob.id)
    expect(things).toEqual([
      { ownerId, text: 'Rude', mediaUrl: null, path: `/p/${post.id}` },
      { ownerId, text: 'report_bob', mediaUrl: null, path: '/u/report_bob' },
      { ownerId, text: 'Ruder', mediaUrl: null, path: null },
    ])
  })

  test('accepts each reason of the dialog and no other', async () => {
    for (const { reason } of REPORT_REASONS)
      expect((await report(ann, 'post', (await postBy(bob)).id, { reason })).status, reason).toBe(201)
    const { status, text } = await report(ann, 'post', (await postBy(bob)).id, { reason: 'because' })
    expect([status, text]).toEqual([400, 'Please tell us what is wrong.'])
  })

  test('accepts 500 characters of details and no more', async () => {
    const { id } = await postBy(bob)
    const refused = await report(ann, 'post', id, { details: 'x'.repeat(501) })
    expect([refused.status, refused.text]).toEqual([400, "Reports can't be longer than 500 characters."])
    expect((await report(ann, 'post', id, { details: 'x'.repeat(500) })).status).toBe(201)
  })
})

describe('The same thing reported again', () => {
  test('is the same pending report, however many arrive at once', async () => {
    const { id } = await postBy(bob)
    const replies = await Promise.all(Array.from({ length: 8 }, () => report(ann, 'post', id)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201])
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
  })

  test('stores the newest reason and details', async () => {
    const { id } = await postBy(bob)
    const first = (await report(ann, 'post', id, { details: 'Hm' })).body
    const again = await report(ann, 'post', id, { reason: 'hate', details: 'On second thoughts' })
    expect([again.status, again.body]).toEqual([200, { ...first, reason: 'hate' }])
    expect(await kept(first.id)).toMatchObject({ reason: 'hate', details: 'On second thoughts', rev: 2 })
  })

  test('is a new report from another person, and after the first was decided', async () => {
    const cat = await person(server, 'report_cat')
    const { id } = await postBy(bob)
    const first = (await report(ann, 'post', id)).body
    expect((await report(cat, 'post', id)).status).toBe(201)
    const { ReportModel } = await import('#server/features/moderation/reports/reports.model.ts')
    await ReportModel.updateOne({ _id: first.id }, { status: 'dismissed' })
    const again = await report(ann, 'post', id)
    expect(again.status).toBe(201)
    expect(again.body.id).not.toBe(first.id)
  })
})

describe('Permission to report', () => {
  test('visitors cannot report', async () => {
    const { status, text } = await report(visitor(server), 'post', (await postBy(bob)).id)
    expect([status, text]).toEqual([401, 'Please log in to continue.'])
  })

  test('nobody can report their own things', async () => {
    const post = await postBy(ann)
    const comment = (await ann.post<CommentView>(`/posts/${post.id}/comments`, { text: 'Mine' })).body
    const message = (await ann.post<MessageView>('/messages', { receiverId: bob.id, content: 'Mine' })).body
    for (const [type, id] of [
      ['post', post.id],
      ['comment', comment.id],
      ['user', ann.id],
      ['message', message.id],
    ] as const) {
      const { status, text } = await report(ann, type, id)
      expect([status, text], type).toEqual([400, 'You cannot report yourself'])
    }
  })

  test('an unknown thing or person answers 404', async () => {
    const nowhere = '0'.repeat(24)
    const sentences = []
    for (const type of ['post', 'comment', 'user', 'message'] as const) {
      const { status, text } = await report(ann, type, nowhere)
      sentences.push([status, text])
    }
    expect(sentences).toEqual([
      [404, 'Post not found'],
      [404, 'Not found'],
      [404, 'User not found'],
      [404, 'Not found'],
    ])
  })

  test('a message can be reported only by its two people, and not after it was deleted', async () => {
    const dan = await person(server, 'report_dan')
    const message = (await bob.post<MessageView>('/messages', { receiverId: ann.id, content: 'Between us' }))
      .body
    expect((await report(dan, 'message', message.id)).status).toBe(404)
    await bob.delete(`/messages/${message.conversationId}/${message.id}`)
    expect((await report(ann, 'message', message.id)).status).toBe(404)
  })

  test('a blocked person cannot tell that the blocker exists; the blocker can still report them', async () => {
    const eve = await person(server, 'report_eve')
    const fay = await person(server, 'report_fay')
    const post = await postBy(fay)
    const annsPost = await postBy(ann)
    const comment = (await fay.post<CommentView>(`/posts/${annsPost.id}/comments`, { text: 'Hidden' })).body
    const message = (await fay.post<MessageView>('/messages', { receiverId: eve.id, content: 'Boo' })).body
    await eve.post(`/users/${fay.id}/block`)
    expect((await report(fay, 'user', eve.id)).status).toBe(404)
    expect((await report(eve, 'post', post.id)).status).toBe(404)
    expect((await report(eve, 'comment', comment.id)).status).toBe(404)
    expect((await report(eve, 'user', fay.id)).status).toBe(201)
    expect((await report(eve, 'message', message.id)).status).toBe(201)
  })
})
