import { Types } from 'mongoose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NotificationView } from '#contract/notifications.ts'
import { CommentView, type CommentView as Comment } from '#contract/comments.ts'
import type { PostView } from '#contract/posts.ts'
import { recordEvents } from '#tests/support/record-events.ts'
import { person, visitor, type Caller, type Person } from '#tests/support/http-client.ts'
import { GROUP_SIZES, limitGroups } from '#tests/support/group-sizes.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let nobody: Caller
let ann: Person
let bob: Person
let cyrus: Person

beforeAll(async () => {
  server = await startTestServer()
  nobody = visitor(server)
  ;[ann, bob, cyrus] = await Promise.all([
    person(server, 'ann'),
    person(server, 'bob'),
    person(server, 'cyrus'),
  ])
})
afterAll(() => server.close())

const newPost = async (who: Person = ann) => (await who.post<PostView>('/posts', { text: 'Discuss' })).body.id
const comment = async (who: Person, postId: string, text: string, more: object = {}) => {
  const reply = await who.post<Comment>(`/posts/${postId}/comments`, { text, ...more })
  expect(reply.status, reply.text).toBe(201)
  return reply.body
}
const list = async (who: Caller, postId: string, cursor?: string) =>
  (await who.get<Comment[]>(`/posts/${postId}/comments${cursor ? `?cursor=${cursor}` : ''}`)).body
const countOf = async (postId: string) =>
  (await nobody.get<PostView>(`/posts/${postId}`)).body._count.comments
const noticesOf = async (who: Person, postId: string) =>
  (await who.get<NotificationView[]>('/notifications')).body.filter(
    ({ data }) => 'postId' in data && data.postId === postId,
  )

describe('A comment', () => {
  it('is trimmed, answered and listed as the contract says, newest first, for visitors too', async () => {
    const id = await newPost()
    const first = await comment(bob, id, '  well said \n')
    expect(CommentView.parse(first)).toEqual(first)
    expect(first).toMatchObject({
      postId: id,
      authorId: bob.id,
      text: 'well said',
      author: { id: bob.id, handle: 'bob', displayName: 'bob', avatarUrl: null },
      rev: 1,
    })
    expect(first.viewer.can).toEqual({ edit: true, delete: true })
    const second = await comment(ann, id, 'thank you')
    expect(await list(bob, id)).toEqual([
      { ...second, viewer: { can: { edit: false, delete: false }, pooed: false } },
      first,
    ])
    const seen = await list(nobody, id)
    expect(seen.map(({ id: one, viewer }) => [one, viewer.can])).toEqual([
      [second.id, { edit: false, delete: false }],
      [first.id, { edit: false, delete: false }],
    ])
  })

  it("raises its post's count, pushes both, and notifies the author of the post", async () => {
    const id = await newPost()
    const recorded = await recordEvents('comment:created', 'post:updated')
    const clientId = crypto.randomUUID()
    const written = await comment(bob, id, 'Told', { clientId })
    const { viewer: _, ...view } = written
    expect(recorded.stop()).toEqual([
      {
        name: 'post:updated',
        payload: { post: expect.objectContaining({ id, _count: { comments: 1, reactions: 0 }, rev: 2 }) },
      },
      { name: 'comment:created', payload: { comment: view, clientId, postAuthorId: ann.id } },
    ])
    expect(await countOf(id)).toBe(1)
    expect(await noticesOf(ann, id)).toMatchObject([
      {
        type: 'COMMENT',
        message: 'bob commented on your post',
        data: { commenterHandle: 'bob', commenterDisplayName: 'bob', postId: id },
      },
    ])
  })

  it("notifies each mentioned person once and the post's author once, and nobody of their own comment", async () => {
    const id = await newPost()
    await comment(ann, id, 'To myself and @cyrus')
    expect(await noticesOf(ann, id)).toEqual([])
    const second = await comment(bob, id, '@ann @cyrus @bob')
    await bob.patch(`/comments/${second.id}`, { text: '@ann @cyrus @bob again' })
    expect((await noticesOf(ann, id)).map(({ message }) => message)).toEqual(['bob commented on your post'])
    expect((await noticesOf(cyrus, id)).map(({ message }) => message)).toEqual([
      'bob mentioned you in a comment',
      'ann mentioned you in a comment',
    ])
    expect(await noticesOf(bob, id)).toEqual([])
  })

  it('needs a session and an existing post', async () => {
    const id = await newPost()
    expect((await nobody.post(`/posts/${id}/comments`, { text: 'Hi' })).status).toBe(401)
    for (const call of [
      bob.post(`/posts/${'f'.repeat(24)}/comments`, { text: 'Hi' }),
      nobody.get(`/posts/${'f'.repeat(24)}/comments`),
    ]) {
      const { status, text } = await call
      expect([status, text]).toEqual([404, 'Post not found'])
    }
  })

  it('[L5] is not created again by a late retry after it is deleted', async () => {
    const id = await newPost()
    const clientId = crypto.randomUUID()
    const first = await comment(bob, id, 'Deleted', { clientId })
    expect((await bob.delete(`/comments/${first.id}`)).status).toBe(204)
    expect((await bob.post(`/posts/${id}/comments`, { text: 'Deleted', clientId })).status).toBe(404)
    expect((await ann.get<Comment[]>(`/posts/${id}/comments`)).body).toEqual([])
    expect((await bob.post(`/posts/${id}/comments`, { text: 'Deleted', clientId })).status).toBe(404)
  })

  it('[L5] is stored once when its clientId is sent again, one after the other or all at once', async () => {
    const id = await newPost()
    const clientId = crypto.randomUUID()
    const first = await comment(bob, id, 'Once', { clientId })
    const again = await bob.post<Comment>(`/posts/${id}/comments`, { text: 'Once', clientId })
    expect([again.status, again.body]).toEqual([200, first])
    const other = crypto.randomUUID()
    const replies = await Promise.all(
      Array.from({ length: 10 }, () =>
        bob.post<Comment>(`/posts/${id}/comments`, { text: 'In parallel', clientId: other }),
      ),
    )
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    expect(await countOf(id)).toBe(2)
    expect(await noticesOf(ann, id)).toHaveLength(2)
    const elsewhere = await comment(bob, await newPost(), 'Elsewhere', { clientId })
    expect([elsewhere.text, elsewhere.id === first.id]).toEqual(['Elsewhere', false])
    for (const { id: one } of [first, elsewhere])
      expect((await bob.delete(`/comments/${one}`)).status, 'both can be deleted').toBe(204)
  })
})

describe('Comments on one post at the same moment', () => {
  it.each(GROUP_SIZES)('are all stored, counted and notified of once, committed %s', async (_, max) => {
    await limitGroups(max)
    const people = await Promise.all(
      Array.from({ length: 5 }, (_, at) => person(server, `crowd${max}_${at}`)),
    )
    const author = await person(server, `author${max}`)
    const [id, other] = [await newPost(author), await newPost(author)]
    const said = new Map<string, string[]>()
    for (let round = 0; round < 3; round++)
      await Promise.all(
        people.map(async (one, at) => {
          const clientId = crypto.randomUUID()
          const text = `Round ${round}, @${people[(at + 1) % people.length]!.handle}`
          // Sent twice, as after a broken connection.
          const replies = await Promise.all(
            [0, 1].map(() =>
              one.post<Comment>(`/posts/${at === 4 ? other : id}/comments`, { text, clientId }),
            ),
          )
          expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
          said.set(one.id, [...(said.get(one.id) ?? []), replies[0]!.body.id])
        }),
      )
    expect([await countOf(id), await countOf(other)]).toEqual([12, 3])
    const { CommentModel } = await import('#server/features/comments/comments.model.ts')
    for (const one of people) {
      const rows = await CommentModel.find({ authorId: one.id }, { _id: 1 }).sort({ createdAt: 1 }).lean()
      expect(rows.map(({ _id }) => _id.toHexString())).toEqual(said.get(one.id))
      expect((await noticesOf(one, id)).length + (await noticesOf(one, other)).length).toBe(3)
    }
    const { NotificationModel } = await import('#server/features/notifications/notifications.model.ts')
    const seqs = await NotificationModel.find({ userId: author.id }, { seq: 1 }).sort({ seq: 1 }).lean()
    expect(seqs.map(({ seq }) => seq)).toEqual(Array.from({ length: 15 }, (_, at) => at + 1))
    const { recountPost } = await import('#server/features/admin/recount/counters.service.ts')
    expect([await recountPost(id), await recountPost(other)], 'the counters are right').toEqual([
      false,
      false,
    ])
  })

  it('fail alone: a blocked or deleted author and a clientId that is sent twice', async () => {
    const [author, blocked, gone, again, fine] = await Promise.all(
      ['host', 'blocked', 'gone', 'again', 'fine'].map((name) => person(server, `alone_${name}`)),
    )
    const id = await newPost(author)
    await author!.post(`/users/${blocked!.id}/block`)
    const { releaseComment } = await import('#server/features/comments/publish-comment.ts')
    const { loadViewer } = await import('#server/features/people/users/viewers.service.ts')
    const viewers = await Promise.all([blocked, gone, again, fine].map((one) => loadViewer(one!.id)))
    const { UserModel } = await import('#server/features/people/users/users.model.ts')
    await UserModel.deleteOne({ _id: gone!.id })
    const clientId = crypto.randomUUID()
    const first = again!.post(`/posts/${id}/comments`, { text: 'The first', clientId })
    const answers = await Promise.allSettled(
      viewers.map((viewer, at) =>
        releaseComment(viewer!, id, { text: `Answer ${at}`, ...(at === 2 && { clientId }) }),
      ),
    )
    await first
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled', 'fulfilled'])
    expect(answers.slice(0, 2).map((one) => (one as PromiseRejectedResult).reason.status)).toEqual([404, 401])
    const { CommentModel } = await import('#server/features/comments/comments.model.ts')
    expect(await CommentModel.countDocuments({ authorId: again!.id })).toBe(1)
    expect(await countOf(id)).toBe(2)
  })
})

describe('The author of a comment', () => {
  it('can edit it; nobody else can', async () => {
    const id = await newPost()
    const written = await comment(bob, id, 'Befor')
    for (const who of [ann, cyrus])
      expect((await who.patch(`/comments/${written.id}`, { text: 'Mine' })).status).toBe(403)
    const recorded = await recordEvents('comment:updated')
    const edited = await bob.patch<Comment>(`/comments/${written.id}`, { text: ' After ' })
    expect(edited.body).toMatchObject({ id: written.id, text: 'After', createdAt: written.createdAt, rev: 2 })
    expect(edited.body.updatedAt >= written.updatedAt).toBe(true)
    expect(recorded.stop()).toEqual([
      {
        name: 'comment:updated',
        payload: {
          comment: expect.objectContaining({ id: written.id, text: 'After', rev: 2 }),
          postAuthorId: ann.id,
        },
      },
    ])
    expect((await bob.patch<Comment>(`/comments/${written.id}`, { text: 'After' })).body.rev).toBe(2)
  })

  it('can delete it, as admins can; the count follows and every page hears of it', async () => {
    const id = await newPost()
    const [one, other] = [await comment(bob, id, 'One'), await comment(bob, id, 'Other')]
    expect((await cyrus.delete(`/comments/${one.id}`)).status).toBe(403)
    expect((await ann.delete(`/comments/${one.id}`)).status).toBe(403)
    const recorded = await recordEvents('comment:deleted', 'post:updated')
    expect((await bob.delete(`/comments/${one.id}`)).status).toBe(204)
    expect(recorded.stop()).toEqual([
      {
        name: 'post:updated',
        payload: { post: expect.objectContaining({ id, _count: { comments: 1, reactions: 0 } }) },
      },
      {
        name: 'comment:deleted',
        payload: { id: one.id, rev: 2, postId: id, authorId: bob.id, postAuthorId: ann.id },
      },
    ])
    expect((await list(nobody, id)).map(({ id: left }) => left)).toEqual([other.id])
    for (const again of [bob.delete(`/comments/${one.id}`), bob.patch(`/comments/${one.id}`, { text: 'x' })])
      expect((await again).status).toBe(404)
    const admin = await person(server, 'admin_of_this')
    const { setAdmin } = await import('#server/features/people/users/admin-people.service.ts')
    await setAdmin(admin.id, true)
    expect((await admin.delete(`/comments/${other.id}`)).status).toBe(204)
    expect(await countOf(id)).toBe(0)
  })

  it('can delete and add in parallel without a wrong count', async () => {
    const id = await newPost()
    const written = await Promise.all(Array.from({ length: 15 }, (_, at) => comment(bob, id, `No. ${at}`)))
    await Promise.all([
      ...written.slice(0, 10).map((one) => bob.delete(`/comments/${one.id}`)),
      ...Array.from({ length: 5 }, () => comment(cyrus, id, 'More')),
    ])
    expect([await countOf(id), (await list(nobody, id)).length]).toEqual([10, 10])
  })
})

describe('A post that is being deleted', () => {
  it('accepts no more comments, and no simultaneous one is left behind', async () => {
    const { CommentModel } = await import('#server/features/comments/comments.model.ts')
    const { PostTombstoneModel } = await import('#server/features/posts/posts.model.ts')
    const id = await newPost()
    const written = await comment(bob, id, 'Before')
    const comments = Array.from({ length: 10 }, () =>
      bob.post(`/posts/${id}/comments`, { text: 'Meanwhile' }),
    )
    const [deleted, ...statuses] = (await Promise.all([ann.delete(`/posts/${id}`), ...comments])).map(
      ({ status }) => status,
    )
    expect(deleted).toBe(204)
    expect(statuses.every((status) => status === 201 || status === 404)).toBe(true)
    expect((await bob.post(`/posts/${id}/comments`, { text: 'After' })).status).toBe(404)
    expect((await bob.patch(`/comments/${written.id}`, { text: 'After' })).status).toBe(404)
    expect((await bob.delete(`/comments/${written.id}`)).status).toBe(404)
    await expect.poll(async () => (await PostTombstoneModel.findById(id).lean())?.remains).toBeUndefined()
    expect(await CommentModel.countDocuments({ postId: id })).toBe(0)
  })
})

describe('A long discussion', () => {
  it('is paged by the createdAt of the last comment: each comment once, also those of one millisecond', async () => {
    const id = await newPost()
    await plant(id, bob, 75, (at) => (at >= 10 && at < 40 ? 10 : at))
    const sizes: number[] = []
    const collected: string[] = []
    for (let cursor: string | undefined; ;) {
      const page = await list(nobody, id, cursor)
      if (page.length === 0) break
      sizes.push(page.length)
      collected.push(...page.map(({ text }) => text))
      cursor = page.at(-1)!.createdAt
    }
    expect(collected.map(Number).sort((one, other) => one - other)).toEqual(
      Array.from({ length: 75 }, (_, at) => at),
    )
    // The first page would end among thirty comments of one millisecond; it contains them all.
    expect(sizes).toEqual([40, 20, 15])
  })

  it('leaves out whom the viewer has blocked or muted and who has blocked the viewer, and its pages are full', async () => {
    const id = await newPost(cyrus)
    const [muted, blocked, blocker] = await Promise.all([
      person(server, 'muted'),
      person(server, 'blocked'),
      person(server, 'blocker'),
    ])
    for (const [at, who] of [muted, blocked, blocker].entries())
      await plant(id, who, 40, (place) => at * 100 + place)
    await plant(id, bob, 25, (place) => 1000 + place)
    await ann.post(`/users/${muted.id}/mute`)
    await ann.post(`/users/${blocked.id}/block`)
    await blocker.post(`/users/${ann.id}/block`)
    const first = await list(ann, id)
    expect([first.length, new Set(first.map(({ authorId }) => authorId))]).toEqual([20, new Set([bob.id])])
    expect(await list(ann, id, first.at(-1)!.createdAt)).toHaveLength(5)
    expect(await list(nobody, id)).toHaveLength(20)
  })
})

describe('Across a block', () => {
  it('the comments answer 404, as the post does', async () => {
    const [one, other] = await Promise.all([person(server, 'montague'), person(server, 'capulet')])
    const id = await newPost(one)
    const written = await comment(other, id, 'Peace?')
    await one.post(`/users/${other.id}/block`)
    for (const call of [
      other.get(`/posts/${id}/comments`),
      other.post(`/posts/${id}/comments`, { text: 'Why?' }),
      other.patch(`/comments/${written.id}`, { text: 'Why?' }),
      other.post(`/posts/${id}/react`, { emoji: '💩' }),
      other.get(`/posts/${id}`),
      other.post(`/posts/${id}/share`),
    ]) {
      const { status, text } = await call
      expect([status, text]).toEqual([404, 'Post not found'])
    }
  })
})

/** Comments in the database, each older than the previous one; `age` in seconds by position. */
async function plant(
  postId: string,
  author: Person,
  count: number,
  age: (at: number) => number,
): Promise<void> {
  const { CommentModel } = await import('#server/features/comments/comments.model.ts')
  const card = { displayName: author.handle, handle: author.handle, avatarUrl: null }
  const at = (place: number) => new Date(Date.UTC(2026, 0, 1) - age(place) * 1000)
  const rows = Array.from({ length: count }, (_, place) => ({
    postId: new Types.ObjectId(postId),
    authorId: new Types.ObjectId(author.id),
    author: card,
    text: String(place),
    createdAt: at(place),
    updatedAt: at(place),
  }))
  await CommentModel.insertMany(rows)
}
