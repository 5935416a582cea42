import mongoose, { Types } from 'mongoose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NotificationView } from '#contract/notifications.ts'
import { PostView, type PostView as Post } from '#contract/posts.ts'
import type { ProfileView } from '#contract/people.ts'
import { fewestOf } from '#tests/support/commands.ts'
import { recordEvents } from '#tests/support/record-events.ts'
import { person, visitor, type Caller, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

let server: TestServer
let nobody: Caller
let ann: Person
let bob: Person

beforeAll(async () => {
  server = await startTestServer()
  nobody = visitor(server)
  ann = await person(server, 'ann')
  bob = await person(server, 'bob')
})
afterAll(() => server.close())

const post = async (who: Person, text: string, more: object = {}): Promise<Post> => {
  const reply = await who.post<Post>('/posts', { text, ...more })
  expect(reply.status, reply.text).toBe(201)
  return reply.body
}
const notificationsOf = async (who: Person) => (await who.get<NotificationView[]>('/notifications')).body
const profile = async (handle: string) => (await nobody.get<ProfileView>(`/users/${handle}`)).body

describe('A post', () => {
  it('is answered, and shown to everybody, as the contract says', async () => {
    const written = await post(ann, 'First drop of the day', { contentWarn: 'Splashes', nsfw: true })
    expect(PostView.parse(written)).toEqual(written)
    expect(written).toMatchObject({
      text: 'First drop of the day',
      authorId: ann.id,
      author: { id: ann.id, handle: 'ann', displayName: 'ann', avatarUrl: null },
      editedAt: null,
      contentWarn: 'Splashes',
      nsfw: true,
      reactions: [],
      shareCount: 0,
      _count: { comments: 0, reactions: 0 },
      viewer: { reaction: null, can: { edit: true, delete: true, moderate: false } },
    })
    const mine = await ann.get<Post>(`/posts/${written.id}`)
    expect(mine.body).toEqual(written)
    const read = await nobody.get<Post>(`/posts/${written.id}`)
    expect(PostView.parse(read.body)).toEqual(read.body)
    expect(read.body).toEqual({
      ...written,
      viewer: { reaction: null, can: { edit: false, delete: false, moderate: false } },
    })
  })

  it('needs a session', async () => {
    const refused = await nobody.post('/posts', { text: 'Let me in' })
    expect([refused.status, refused.text]).toEqual([401, 'Please log in to continue.'])
  })

  it("counts on its author's profile until it is deleted", async () => {
    const before = (await profile('ann'))._count.posts
    const { id } = await post(ann, 'Countable')
    expect((await profile('ann'))._count.posts).toBe(before + 1)
    expect((await ann.delete(`/posts/${id}`)).status).toBe(204)
    expect((await profile('ann'))._count.posts).toBe(before)
  })

  it('[L5] is stored once when its clientId is sent again, one after the other or all at once', async () => {
    const clientId = crypto.randomUUID()
    const first = await ann.post<Post>('/posts', { text: 'Only once', clientId })
    const again = await ann.post<Post>('/posts', { text: 'Only once', clientId })
    expect([first.status, again.status]).toEqual([201, 200])
    expect(again.body).toEqual(first.body)
    const other = crypto.randomUUID()
    const replies = await Promise.all(
      Array.from({ length: 10 }, () =>
        ann.post<Post>('/posts', { text: 'Once, in parallel', clientId: other }),
      ),
    )
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 9 }, () => 200), 201])
    expect((await bob.post('/posts', { text: "Bob's own", clientId })).status).toBe(201)
  })

  it('costs the store six commands with its way into timelines', async () => {
    const { bus } = await import('#server/platform/bus.ts')
    const commands = await fewestOf(async () => {
      await ann.post('/posts', { text: 'Counted', clientId: crypto.randomUUID() })
      await bus.settled()
    })
    expect(commands.toSorted()).toEqual([
      'aggregate celebrities',
      'aggregate posts',
      'commitTransaction 1',
      'findAndModify users',
      'insert posts',
      'update posts',
    ])
  })

  it('[L5] does not come back through a late retry after its deletion', async () => {
    const clientId = crypto.randomUUID()
    const { id } = await post(ann, 'Gone for good', { clientId })
    await ann.delete(`/posts/${id}`)
    expect((await ann.post('/posts', { text: 'Gone for good', clientId })).status).toBe(404)
  })

  it('[L3] emits its event only after it can be read', async () => {
    const recorded = await recordEvents('post:created')
    const { id } = await post(ann, 'Hear, hear')
    expect(recorded.stop()).toEqual([
      { name: 'post:created', payload: { post: expect.objectContaining({ id, rev: 1 }) } },
    ])
  })
})

describe('An edit', () => {
  it('changes the text and its time, raises the rev, and is pushed', async () => {
    const written = await post(ann, 'Befor #oldtag')
    const recorded = await recordEvents('post:updated')
    const edited = await ann.patch<Post>(`/posts/${written.id}`, { text: 'After #newtag' })
    expect(edited.status).toBe(200)
    expect(edited.body).toMatchObject({
      text: 'After #newtag',
      createdAt: written.createdAt,
      rev: written.rev + 1,
    })
    expect(edited.body.editedAt).toBe(edited.body.updatedAt)
    expect(recorded.stop()).toEqual([
      {
        name: 'post:updated',
        payload: { post: expect.objectContaining({ text: 'After #newtag', rev: written.rev + 1 }) },
      },
    ])
    const ids = async (query: string) =>
      (await nobody.get<Post[]>(`/posts?${query}`)).body.map(({ id }) => id)
    expect([
      await ids('tag=oldtag'),
      await ids('tag=newtag'),
      await ids('q=befor'),
      await ids('q=after'),
    ]).toEqual([[], [written.id], [], [written.id]])
  })

  it('to the same text changes nothing', async () => {
    const written = await post(ann, 'As it was')
    const same = await ann.patch<Post>(`/posts/${written.id}`, { text: 'As it was' })
    expect(same.body).toEqual(written)
  })

  it('is for the author only, and changes only the text', async () => {
    const { id } = await post(ann, "Ann's")
    const refused = await bob.patch(`/posts/${id}`, { text: "Bob's" })
    expect([refused.status, refused.text]).toEqual([403, 'You are not allowed to do that.'])
    expect((await nobody.patch(`/posts/${id}`, { text: 'Mine' })).status).toBe(401)
    const sneaky = await ann.patch<Post>(`/posts/${id}`, {
      text: "Still Ann's",
      authorId: bob.id,
      shareCount: 999,
      nsfw: true,
    })
    expect(sneaky.body).toMatchObject({ authorId: ann.id, shareCount: 0, nsfw: false })
  })
})

describe('A deletion', () => {
  it('is for the author and for admins', async () => {
    const [one, other] = [await post(ann, 'Mine to take'), await post(ann, 'The house takes this')]
    expect((await bob.delete(`/posts/${one.id}`)).status).toBe(403)
    expect((await ann.delete(`/posts/${one.id}`)).status).toBe(204)
    const { setAdmin } = await import('#server/features/people/users/admin-people.service.ts')
    await setAdmin(bob.id, true)
    await until(
      'bob is known as an admin',
      async () => (await bob.get<Post>(`/posts/${other.id}`)).body.viewer.can.delete,
    )
    await ann.post(`/users/${bob.id}/block`)
    expect((await bob.get(`/posts/${other.id}`)).status).toBe(404)
    expect((await bob.delete(`/posts/${other.id}`)).status).toBe(204)
    await ann.delete(`/users/${bob.id}/block`)
    await setAdmin(ann.id, true)
    await setAdmin(bob.id, false)
  })

  it('[L2] is pushed as a tombstone with a newer rev; the post, its comments and its reactions are deleted', async () => {
    const { id, rev } = await post(ann, 'Soon gone')
    await bob.post(`/posts/${id}/comments`, { text: 'Nice' })
    await bob.post(`/posts/${id}/react`, { emoji: '💩' })
    const recorded = await recordEvents('post:deleted')
    await ann.delete(`/posts/${id}`)
    expect(recorded.stop()).toEqual([
      { name: 'post:deleted', payload: { id, authorId: ann.id, rev: rev + 3 } },
    ])
    for (const path of [`/posts/${id}`, `/posts/${id}/comments`])
      expect([(await nobody.get(path)).status, (await nobody.get(path)).text]).toEqual([
        404,
        'Post not found',
      ])
    expect((await bob.post(`/posts/${id}/react`, { emoji: '💩' })).status).toBe(404)
    expect((await nobody.post(`/posts/${id}/share`)).status).toBe(404)
    expect((await ann.patch(`/posts/${id}`, { text: 'Back' })).status).toBe(404)
    expect((await ann.delete(`/posts/${id}`)).status).toBe(404)
    const { CommentModel } = await import('#server/features/comments/comments.model.ts')
    const { ReactionModel } = await import('#server/features/posts/reactions/reactions.model.ts')
    await until(
      'what hung on the post is cleared',
      async () =>
        !(await CommentModel.exists({ postId: id })) && !(await ReactionModel.exists({ postId: id })),
    )
    const { PostTombstoneModel } = await import('#server/features/posts/posts.model.ts')
    await until(
      'the tombstone knows it',
      async () => (await PostTombstoneModel.findById(id).lean())?.remains === undefined,
    )
  })
})

describe('A deletion that a stopped process did not finish', () => {
  it('is finished by the next process', async () => {
    const { id } = await post(ann, 'Half gone')
    const { PostModel, PostTombstoneModel } = await import('#server/features/posts/posts.model.ts')
    const { CommentModel } = await import('#server/features/comments/comments.model.ts')
    await bob.post(`/posts/${id}/comments`, { text: 'Left' })
    await PostModel.deleteOne({ _id: id })
    await PostTombstoneModel.insertMany([
      { _id: id, authorId: ann.id, rev: 3, deletedAt: new Date(Date.now() - 1000), remains: true },
    ])
    const { clearLater } = await import('#server/features/posts/post-deletion.ts')
    const { transact } = await import('#server/platform/mongo/transaction.ts')
    await transact((tx) => clearLater(tx, id))
    await until('the comments are gone', async () => !(await CommentModel.exists({ postId: id })))
  })
})

describe('A share', () => {
  it("counts once for a person, and once for a visitor's address, however often and at the same moment", async () => {
    const { id } = await post(ann, 'Pass it on')
    const shared = await nobody.post<Post>(`/posts/${id}/share`)
    expect([shared.status, shared.body.shareCount]).toEqual([200, 1])
    const again = await Promise.all(
      [ann, bob, bob, bob, visitor(server), visitor(server)].map((who) =>
        who.post<Post>(`/posts/${id}/share`),
      ),
    )
    expect(new Set(again.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await nobody.get<Post>(`/posts/${id}`)).body.shareCount).toBe(3)
    const { id: other } = await post(ann, 'This one as well')
    expect((await bob.post<Post>(`/posts/${other}/share`)).body.shareCount).toBe(1)
  })
})

describe('A mention', () => {
  it('notifies the mentioned person once, with the complete message, and never the author', async () => {
    const cy = await person(server, 'cyrus')
    const { id } = await post(
      ann,
      'Hey @Cyrus and @cyrus, says @ann. Write to me@cyrus.example, @nobody_here',
    )
    const [notice, ...rest] = await notificationsOf(cy)
    expect(rest).toEqual([])
    expect(notice).toMatchObject({
      type: 'MENTION',
      message: 'ann mentioned you in a post',
      actor: { id: ann.id, handle: 'ann' },
      data: { postId: id, mentionerHandle: 'ann', mentionerDisplayName: 'ann' },
    })
    await ann.patch(`/posts/${id}`, { text: '@cyrus once more, and @bob now' })
    expect(await notificationsOf(cy)).toHaveLength(1)
    expect((await notificationsOf(bob)).filter(({ type }) => type === 'MENTION')).toHaveLength(1)
  })

  it('notifies ten people at most', async () => {
    const crowd = await Promise.all(Array.from({ length: 12 }, (_, at) => person(server, `crowd${at}`)))
    await post(ann, crowd.map(({ handle }) => `@${handle}`).join(' '))
    const counts = await Promise.all(crowd.map(async (one) => (await notificationsOf(one)).length))
    expect(counts).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0])
  })
})

describe("An author's new name", () => {
  it('is written to all their posts and comments, and raises their revs', async () => {
    const dora = await person(server, 'dora')
    const written = await post(dora, 'Signed')
    const comment = await dora.post<{ id: string; rev: number }>(`/posts/${written.id}/comments`, {
      text: 'Signed too',
    })
    await dora.patch('/users/me', { displayName: 'Dame Dora' })
    await until(
      'the post carries the new name',
      async () => (await nobody.get<Post>(`/posts/${written.id}`)).body.author.displayName === 'Dame Dora',
    )
    expect((await nobody.get<Post>(`/posts/${written.id}`)).body.rev).toBe(written.rev + 2)
    const comments = async () =>
      (
        await nobody.get<{ id: string; rev: number; author: { displayName: string } }[]>(
          `/posts/${written.id}/comments`,
        )
      ).body
    await until(
      'the comment carries it',
      async () => (await comments())[0]!.author.displayName === 'Dame Dora',
    )
    expect((await comments())[0]).toMatchObject({ id: comment.body.id, rev: comment.body.rev + 1 })
    await until('the feed carries it', async () =>
      (await nobody.get<Post[]>('/posts')).body.some(({ author }) => author.displayName === 'Dame Dora'),
    )
    expect((await dora.post<Post>('/posts', { text: 'By my new name' })).body.author.displayName).toBe(
      'Dame Dora',
    )
  })

  it('is also on what was written at the moment of the change', async () => {
    const edda = await person(server, 'edda')
    const { id } = await post(edda, 'Under it')
    for (const displayName of ['Edda I', 'Edda II', 'Edda III']) {
      const writes = Array.from({ length: 4 }, (_, at) => [
        edda.post('/posts', { text: `Drop ${at}` }),
        edda.post(`/posts/${id}/comments`, { text: `Splash ${at}` }),
      ]).flat()
      const answers = await Promise.all([
        ...writes.slice(0, 3),
        edda.patch('/users/me', { displayName }),
        ...writes.slice(3),
      ])
      expect(answers.every(({ status }) => status < 300)).toBe(true)
    }
    const jobs = mongoose.connection.collection('jobs')
    await until(
      'the new name has gone everywhere',
      async () => (await jobs.countDocuments({ kind: 'rename' })) === 0,
    )
    const signed = async (name: string) =>
      new Set(
        (
          await mongoose.connection
            .collection(name)
            .find({ authorId: new Types.ObjectId(edda.id) })
            .toArray()
        ).map(({ author }) => (author as { displayName: string }).displayName),
      )
    expect([await signed('posts'), await signed('comments')]).toEqual([
      new Set(['Edda III']),
      new Set(['Edda III']),
    ])
  })
})
