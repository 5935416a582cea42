import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CommentView } from '#contract/comments.ts'
import type { NotificationView } from '#contract/notifications.ts'
import type { PostView } from '#contract/posts.ts'
import { people, visitor, type Person } from '#tests/support/http-client.ts'
import { recordEvents } from '#tests/support/record-events.ts'
import { until } from '#tests/support/until.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let ann: Person
let bob: Person
let cat: Person
let subject: PostView
let round = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  round += 1
  ;[ann, bob, cat] = await people(server, ['ann', 'bob', 'cat'], `_${round}`)
  subject = (await ann.post<PostView>('/posts', { text: 'A decree' })).body
})

const comment = (who: Person, text: string, answered?: CommentView, clientId?: string) =>
  who.post<CommentView>(`/posts/${subject.id}/comments`, {
    text,
    ...(answered && { parentId: answered.id }),
    ...(clientId && { clientId }),
  })
const say = async (who: Person, text: string, answered?: CommentView) =>
  (await comment(who, text, answered)).body
const list = async (who: Person) => (await who.get<CommentView[]>(`/posts/${subject.id}/comments`)).body
const notificationsOf = async (who: Person) =>
  (await who.get<NotificationView[]>('/notifications')).body.map(({ type, message }) => [type, message])
const countOf = async () => (await ann.get<PostView>(`/posts/${subject.id}`)).body._count.comments
const asParent = ({ id, createdAt }: CommentView) => ({ id, createdAt })

describe('An answer to a comment', () => {
  it('names the comment on the post, also when it answers another answer: one level deep', async () => {
    const first = await say(bob, 'First')
    const answer = await say(cat, 'An answer', first)
    const deeper = await say(bob, 'Deeper', answer)
    expect(CommentView.parse(deeper)).toEqual(deeper)
    expect([first.parent, answer.parent, deeper.parent]).toEqual([null, asParent(first), asParent(first)])
    expect((await list(ann)).map(({ text, parent }) => [text, parent?.id])).toEqual([
      ['Deeper', first.id],
      ['An answer', first.id],
      ['First', undefined],
    ])
    expect(await countOf()).toBe(3)
  })

  it('[L1] is pushed as a refetch gives it', async () => {
    const first = await say(bob, 'First')
    const recorded = await recordEvents('comment:created')
    await say(cat, 'An answer', first)
    const { viewer: _, ...view } = (await list(ann))[0]!
    expect(recorded.stop().map(({ payload }) => payload)).toEqual([
      expect.objectContaining({ comment: view, postAuthorId: ann.id }),
    ])
  })

  it('notifies whom it answers once, whether it says the handle or not, and the author of the post', async () => {
    const first = await say(bob, 'First')
    await say(cat, `@${bob.handle} I disagree`, first)
    await say(cat, 'And I do so again', first)
    const reply = ['MENTION', `${cat.user.displayName} replied to your comment`]
    expect(await notificationsOf(bob)).toEqual([reply, reply])
    const comments = (name: string) => ['COMMENT', `${name} commented on your post`]
    expect(await notificationsOf(ann)).toEqual([
      comments(cat.user.displayName),
      comments(cat.user.displayName),
      comments(bob.user.displayName),
    ])
  })

  it("notifies a post's author who is answered once, and nobody of their own answers", async () => {
    const own = await say(ann, 'My own')
    const answer = await say(bob, 'To you', own)
    await say(bob, 'To myself', answer)
    expect(await notificationsOf(bob)).toEqual([])
    expect(await notificationsOf(ann)).toEqual([
      ['COMMENT', `${bob.user.displayName} commented on your post`],
      ['MENTION', `${bob.user.displayName} replied to your comment`],
    ])
  })

  it('sent again with its clientId is the same answer', async () => {
    const first = await say(bob, 'First')
    const clientId = crypto.randomUUID()
    const once = await comment(cat, 'Once', first, clientId)
    const again = await comment(cat, 'Once', first, clientId)
    expect([once.status, again.status, again.body.id]).toEqual([201, 200, once.body.id])
  })

  it('is refused to a comment of another post, a deleted one, and across a block', async () => {
    const first = await say(bob, 'First')
    const other = (await ann.post<PostView>('/posts', { text: 'Another' })).body
    const elsewhere = await cat.post(`/posts/${other.id}/comments`, { text: 'Lost', parentId: first.id })
    expect(elsewhere.status).toBe(404)
    await bob.post(`/users/${cat.id}/block`)
    expect((await comment(cat, 'Blocked', first)).status).toBe(404)
    await bob.delete(`/comments/${first.id}`)
    expect((await comment(ann, 'Too late', first)).status).toBe(404)
    for (const parentId of ['', 'nobody', { $ne: null }])
      expect((await ann.post(`/posts/${subject.id}/comments`, { text: 'Odd', parentId })).status).toBe(400)
    expect(await countOf()).toBe(0)
  })

  it('stays when what it answers is deleted, and the count is exact', async () => {
    const first = await say(bob, 'First')
    await say(cat, 'An answer', first)
    await bob.delete(`/comments/${first.id}`)
    expect((await list(ann)).map(({ text, parent }) => [text, parent])).toEqual([
      ['An answer', asParent(first)],
    ])
    expect(await countOf()).toBe(1)
  })

  it('stays when the account of whom it answers is deleted', async () => {
    const first = await say(bob, 'First')
    await say(cat, 'An answer', first)
    await bob.delete('/user/delete-account')
    await until('the comment of the account is erased', async () => (await list(ann)).length === 1)
    expect((await list(ann)).map(({ text }) => text)).toEqual(['An answer'])
    expect(await countOf()).toBe(1)
  })

  it('comes back with its place after a moderator restores it, and tells in the export what it answers', async () => {
    const first = await say(bob, 'First')
    const answer = await say(cat, 'An answer', first)
    const { hideComment, restoreComment } = await import('#server/features/comments/comments.handlers.ts')
    const { transact } = await import('#server/platform/mongo/transaction.ts')
    const hidden = await transact((tx) => hideComment(tx, answer.id))
    expect((await list(ann)).map(({ text }) => text)).toEqual(['First'])
    await transact((tx) => restoreComment(tx, hidden!))
    expect((await list(ann))[0]).toMatchObject({ text: 'An answer', parent: asParent(first) })
    const { body } = await cat.get<{ comments: { text: string; answers: string }[] }>('/user/export-data')
    expect(body.comments).toEqual([expect.objectContaining({ text: 'An answer', answers: first.id })])
  })

  it('from the review queue joins its comment, or the post when that is gone', async () => {
    const first = await say(bob, 'First')
    const { releaseComment } = await import('#server/features/comments/publish-comment.ts')
    const { loadViewer } = await import('#server/features/people/users/viewers.service.ts')
    const viewer = (await loadViewer(cat.id))!
    const input = { text: 'Released', parentId: first.id }
    expect((await releaseComment(viewer, subject.id, input)).parent).toEqual(asParent(first))
    await bob.delete(`/comments/${first.id}`)
    expect((await releaseComment(viewer, subject.id, input)).parent).toBeNull()
  })
})

describe('GET /api/comments/{id}', () => {
  const read = (who: Person, { id }: { id: string }) => who.get<CommentView>(`/comments/${id}`)

  it('answers the comment as the list has it, to everybody who can see it', async () => {
    const said = await say(bob, 'First')
    const answer = await read(cat, said)
    expect([answer.status, answer.body]).toEqual([200, (await list(cat))[0]])
    expect((await read(bob, said)).body.viewer.can).toEqual({ edit: true, delete: true })
    expect((await visitor(server).get<CommentView>(`/comments/${said.id}`)).body.text).toBe('First')
  })

  it.each(['block', 'mute'])('answers 404 while its reader has a %s on its author', async (relation) => {
    const said = await say(bob, 'First')
    await cat.post(`/users/${bob.id}/${relation}`)
    expect((await read(cat, said)).status).toBe(404)
    await cat.delete(`/users/${bob.id}/${relation}`)
    expect((await read(cat, said)).status).toBe(200)
  })

  it('answers as for none across a block, also on a post that a block hides', async () => {
    const said = await say(bob, 'First')
    await cat.post(`/users/${bob.id}/block`)
    await ann.post(`/users/${cat.id}/block`)
    const answer = await read(cat, said)
    expect([answer.status, answer.text]).toEqual([404, (await cat.get('/comments/nobody')).text])
  })

  it("answers 404 for a deleted one, a deleted post's, and across a block with the post's author", async () => {
    const said = await say(bob, 'First')
    await ann.post(`/users/${cat.id}/block`)
    expect((await read(cat, said)).status).toBe(404)
    await bob.delete(`/comments/${said.id}`)
    expect((await read(bob, said)).status).toBe(404)
    const other = await say(bob, 'Second')
    await ann.delete(`/posts/${subject.id}`)
    expect((await read(bob, other)).status).toBe(404)
    expect((await bob.get('/comments/nobody')).status).toBe(404)
  })
})
