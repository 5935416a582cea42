import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CommentView } from '#contract/comments.ts'
import type { NotificationView } from '#contract/notifications.ts'
import type { PostView } from '#contract/posts.ts'
import { until } from '#tests/support/until.ts'
import { people, person, type Person } from '#tests/support/http-client.ts'
import { recordEvents } from '#tests/support/record-events.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let ann: Person
let bob: Person
let cat: Person
let subject: PostView
let said: CommentView
let round = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  round += 1
  ;[ann, bob, cat] = await people(server, ['ann', 'bob', 'cat'], `_${round}`)
  subject = (await ann.post<PostView>('/posts', { text: 'A decree' })).body
  said = (await bob.post<CommentView>(`/posts/${subject.id}/comments`, { text: 'Well' })).body
})

const give = (who: Person, { id }: { id: string } = said) => who.put<CommentView>(`/comments/${id}/poo`)
const takeBack = (who: Person) => who.delete<CommentView>(`/comments/${said.id}/poo`)
const read = async (who: Person) => (await who.get<CommentView>(`/comments/${said.id}`)).body
const stateFor = async (who: Person) => {
  const { poos, viewer } = await read(who)
  return [poos, viewer.pooed]
}
const rows = async () => {
  const { PooModel } = await import('#server/features/comments/poos/poos.model.ts')
  return PooModel.countDocuments({ commentId: said.id })
}
const notificationsOf = async (who: Person) =>
  (await who.get<NotificationView[]>('/notifications')).body.filter(({ type }) => type === 'REACTION')

describe('The poo of a comment', () => {
  it('is one a person, given and taken back, however often it is wished', async () => {
    const given = await give(ann)
    expect(given.status).toBe(200)
    expect(CommentView.parse(given.body)).toEqual(given.body)
    expect([given.body.poos, given.body.viewer.pooed]).toEqual([1, true])
    await Promise.all([give(ann), give(ann), give(cat)])
    expect(await Promise.all([ann, cat, bob].map(stateFor))).toEqual([
      [2, true],
      [2, true],
      [2, false],
    ])
    await Promise.all([takeBack(ann), takeBack(ann)])
    expect(await stateFor(ann)).toEqual([1, false])
    expect(await rows()).toBe(1)
  })

  it('of a crowd is counted once each, and the list says whose it is', async () => {
    const crowd = await Promise.all(Array.from({ length: 12 }, (_, n) => person(server, `c${round}_${n}`)))
    await Promise.all(crowd.map((one) => give(one)))
    const { body } = await crowd[3]!.get<CommentView[]>(`/posts/${subject.id}/comments`)
    expect(body.map(({ poos, viewer }) => [poos, viewer.pooed])).toEqual([[12, true]])
    expect(await rows()).toBe(12)
  })

  it('[L1] is pushed with the comment, and to its giver alone', async () => {
    const [updated, own] = [await recordEvents('comment:updated'), await recordEvents('comment:pooed')]
    const { body } = await give(ann)
    const { viewer: _, ...view } = body
    expect(updated.stop().map(({ payload }) => payload)).toEqual([
      expect.objectContaining({ comment: view, postAuthorId: ann.id }),
    ])
    expect(own.stop().map(({ payload }) => payload)).toEqual([
      expect.objectContaining({
        userId: ann.id,
        id: said.id,
        postId: subject.id,
        pooed: true,
        rev: body.rev,
      }),
    ])
  })

  it('is not there for visitors to give, across a block, or on what is gone', async () => {
    const { visitor } = await import('#tests/support/http-client.ts')
    expect((await visitor(server).put(`/comments/${said.id}/poo`)).status).toBe(401)
    await bob.post(`/users/${cat.id}/block`)
    expect((await give(cat)).status).toBe(404)
    await ann.post(`/users/${cat.id}/block`)
    expect((await give(cat, said)).status).toBe(404)
    await bob.delete(`/comments/${said.id}`)
    expect((await give(ann)).status).toBe(404)
  })
})

describe("A comment's author", () => {
  it('is told once of each person, and of what they said', async () => {
    await give(ann)
    await takeBack(ann)
    await give(ann)
    await give(cat)
    expect(
      (await notificationsOf(bob)).map(({ message, data, about }) => [message, data, about.comment?.text]),
    ).toEqual(
      [cat, ann].map(({ user, handle }) => [
        `${user.displayName} reacted 💩 to your comment`,
        {
          reactorDisplayName: user.displayName,
          reactorHandle: handle,
          emoji: '💩',
          postId: subject.id,
          commentId: said.id,
        },
        'Well',
      ]),
    )
  })

  it('is not told of their own, nor by people they mute', async () => {
    await give(bob)
    await bob.post(`/users/${cat.id}/mute`)
    await give(cat)
    expect(await notificationsOf(bob)).toEqual([])
  })
})

describe('The poos of a comment', () => {
  it('go with it', async () => {
    await give(ann)
    await bob.delete(`/comments/${said.id}`)
    await until('the rows are gone', async () => (await rows()) === 0)
  })

  it('go with its post', async () => {
    await give(cat)
    const { removePost } = await import('#server/features/posts/post-deletion.ts')
    await removePost(subject.id)
    await until('the rows are gone', async () => (await rows()) === 0)
  })

  it('of a deleted account are taken back', async () => {
    await Promise.all([give(ann), give(cat)])
    const { erasePoos } = await import('#server/features/comments/comments.personal-data.ts')
    await erasePoos({ id: cat.id } as never, { signal: new AbortController().signal } as never)
    expect(await stateFor(ann)).toEqual([1, true])
  })

  it('survive a removal by an admin that is taken back, without those of people who left meanwhile', async () => {
    await Promise.all([give(ann), give(cat)])
    const { hideComment, restoreComment } = await import('#server/features/comments/comments.handlers.ts')
    const { transact } = await import('#server/platform/mongo/transaction.ts')
    const hidden = await transact((tx) => hideComment(tx, said.id))
    const { withdrawPoo } = await import('#server/features/comments/poos/poos.service.ts')
    await withdrawPoo(cat.id, said.id)
    await transact((tx) => restoreComment(tx, hidden!))
    expect(await stateFor(ann)).toEqual([1, true])
  })

  it('are counted again by the recount', async () => {
    await give(ann)
    const { CommentModel } = await import('#server/features/comments/comments.model.ts')
    await CommentModel.updateOne({ _id: said.id }, { $set: { poos: 7 } })
    const { recountPoosOn } = await import('#server/features/comments/comments.service.ts')
    const updated = await recordEvents('comment:updated')
    expect(await recountPoosOn(subject.id)).toBe(true)
    expect(updated.stop()).toHaveLength(1)
    expect(await recountPoosOn(subject.id)).toBe(false)
    expect(await stateFor(ann)).toEqual([1, true])
  })

  it('do not change what the author may do', async () => {
    await give(bob)
    expect((await read(bob)).viewer).toEqual({ can: { edit: true, delete: true }, pooed: true })
    expect((await read(cat)).viewer).toEqual({ can: { edit: false, delete: false }, pooed: false })
  })
})
