import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CommentView } from '#contract/comments.ts'
import { NotificationView } from '#contract/notifications.ts'
import type { CreatePostInput, PostView } from '#contract/posts.ts'
import { fewestOf } from '#tests/support/commands.ts'
import { expectIndexed, readsOf } from '#tests/support/explain.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { plain, upload } from '#tests/support/media.ts'
import { recordEvents } from '#tests/support/record-events.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let ann: Person
let bob: Person
let round = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  round += 1
  ann = await person(server, `ann_${round}`)
  bob = await person(server, `bob_${round}`)
})

const list = async (who: Person, query = '') =>
  (await who.get<NotificationView[]>(`/notifications${query}`)).body
const newest = async (who: Person) => (await list(who))[0]!
const post = async (who: Person, input: Partial<CreatePostInput> = {}) =>
  (await who.post<PostView>('/posts', { text: 'A decree', ...input })).body
const remark = async (who: Person, { id }: { id: string }, text: string) =>
  (await who.post<CommentView>(`/posts/${id}/comments`, { text })).body
const LONG = 'The seat was cold and the paper was gone. '.repeat(5)

describe('What a notification is about', () => {
  it("is the comment's beginning, and the post's with its picture", async () => {
    const { mediaUrl } = (await upload(server, ann, await plain(640, 480).jpeg().toBuffer())).body
    const subject = await post(ann, {
      text: `Hear\n\nye. ${LONG}`.slice(0, 300),
      mediaUrl,
      mediaType: 'image',
    })
    const said = await remark(bob, subject, LONG)
    const notifications = await newest(ann)
    expect(NotificationView.parse(notifications)).toEqual(notifications)
    expect(notifications).toMatchObject({
      type: 'COMMENT',
      data: { postId: subject.id, commentId: said.id },
      about: {
        post: { id: subject.id, authorId: ann.id, thumbnail: expect.stringContaining('/api/media/') },
        comment: { id: said.id, authorId: bob.id },
      },
    })
    expect(notifications.about.post!.text).toMatch(/^Hear ye\. The seat .*…$/)
    expect(notifications.about.post!.text.length).toBeLessThanOrEqual(80)
    expect(notifications.about.comment!.text.length).toBeLessThanOrEqual(140)
  })

  it('shows the warning of a post that has one, and not its picture', async () => {
    const { mediaUrl } = (await upload(server, ann, await plain(640, 480).jpeg().toBuffer())).body
    const subject = await post(ann, {
      text: 'The leak in detail',
      contentWarn: 'Plumbing',
      mediaUrl,
      mediaType: 'image',
    })
    await bob.post(`/posts/${subject.id}/react`, { emoji: '💩' })
    expect((await newest(ann)).about.post).toMatchObject({ text: 'Plumbing', thumbnail: null })
  })

  it('follows an edited comment', async () => {
    const subject = await post(ann)
    const said = await remark(bob, subject, 'Teh word')
    await bob.patch(`/comments/${said.id}`, { text: 'The word' })
    expect((await newest(ann)).about).toMatchObject({
      post: { text: 'A decree' },
      comment: { text: 'The word' },
    })
  })

  it.each(['block', 'mute'])('is empty while its reader has a %s on its author', async (relation) => {
    const subject = await post(ann)
    await remark(bob, subject, 'Words of Bob')
    await post(bob, { text: `All hail @${ann.handle}` })
    await ann.post(`/users/${bob.id}/${relation}`)
    expect((await list(ann)).map(({ about }) => about)).toEqual([
      { post: null, comment: null },
      { post: expect.objectContaining({ text: 'A decree' }), comment: null },
    ])
    await ann.delete(`/users/${bob.id}/${relation}`)
    expect((await newest(ann)).about.post?.text).toBe(`All hail @${ann.handle}`)
  })

  it('[L1] is in the pushes as a refetch gives it', async () => {
    const subject = await post(ann)
    const recorded = await recordEvents('notification:created', 'notification:updated')
    await remark(bob, subject, `To you, @${ann.handle}`)
    const notifications = await list(ann)
    await ann.post('/notifications/read', { ids: notifications.map(({ id }) => id) })
    const events = recorded.stop().map(({ payload }) => payload)
    expect(events).toEqual([
      { userId: ann.id, notification: notifications[0] },
      { userId: ann.id, notifications: await list(ann) },
    ])
    expect(notifications[0]!.about.comment?.text).toBe(`To you, @${ann.handle}`)
  })

  it('takes one read of posts and one of comments, however many notifications there are', async () => {
    for (let number = 0; number < 6; number += 1)
      await remark(bob, await post(ann, { text: `Decree ${number}` }), `Answer ${number}`)
    expect(await fewestOf(() => list(ann))).toEqual(['find notifications', 'find posts', 'find comments'])
    expectIndexed(await readsOf(() => list(ann)))
  })
})

describe('The notifications that call their reader by name', () => {
  it('are a list of their own, read from one index', async () => {
    const subject = await post(ann)
    await remark(bob, subject, 'Not you')
    for (const text of ['one', 'two', 'three']) await post(bob, { text: `${text} @${ann.handle}` })
    const mentions = await list(ann, '?only=mentions')
    expect(mentions.map(({ type, about }) => [type, about.post?.text])).toEqual([
      ['MENTION', `three @${ann.handle}`],
      ['MENTION', `two @${ann.handle}`],
      ['MENTION', `one @${ann.handle}`],
    ])
    await ann.post('/notifications/read', { ids: [mentions[1]!.id] })
    const seqs = async (query: string) => (await list(ann, `?only=mentions${query}`)).map(({ seq }) => seq)
    expect(await seqs('&state=unread')).toEqual([4, 2])
    expect(await seqs('&state=read')).toEqual([3])
    expect(await seqs('&before=4')).toEqual([3, 2])
    expect(await seqs('&after=2')).toEqual([4, 3])
    const { notificationSkeleton } = await import('#server/features/notifications/notifications.service.ts')
    for (const query of [
      { only: 'mentions' },
      { only: 'mentions', state: 'unread' },
      { only: 'mentions', state: 'read', before: 4 },
      { only: 'mentions', after: 2 },
    ] as const) {
      const reads = await readsOf(() => notificationSkeleton(ann.id, query))
      expect(reads).toHaveLength(1)
      expectIndexed(reads)
    }
  })
})

describe('Read when seen', () => {
  it('is a setting that is kept, off at first, and pushed to the other pages', async () => {
    const recorded = await recordEvents('viewer:updated')
    const { status, body } = await ann.patch<{ readWhenSeen: boolean; quiet: string[] }>(
      '/users/me/notifications',
      { readWhenSeen: true },
    )
    expect([status, body.readWhenSeen, body.quiet]).toEqual([200, true, []])
    expect(recorded.stop().map(({ payload }) => payload)).toEqual([{ user: body }])
    const { body: session } = await ann.get<{ user: { readWhenSeen: boolean } }>('/auth/me')
    expect(session.user.readWhenSeen).toBe(true)
    const off = await ann.patch<{ readWhenSeen: boolean }>('/users/me/notifications', { readWhenSeen: false })
    expect(off.body.readWhenSeen).toBe(false)
    for (const input of [{ readWhenSeen: 'yes' }, {}, { type: 'FOLLOW' }])
      expect((await ann.patch('/users/me/notifications', input)).status).toBe(400)
  })
})
