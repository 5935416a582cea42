import { mongo } from 'mongoose'
import { expect, it } from 'vitest'
import type { BlogPostView } from '#contract/blog.ts'
import type { MessageView } from '#contract/messages.ts'
import type { NotificationView, UnreadCountView } from '#contract/notifications.ts'
import type { PostView } from '#contract/posts.ts'
import { person, visitor, type Person } from '#tests/support/http-client.ts'
import { until } from '#tests/support/until.ts'
import { startKillableServer } from './killable-server.ts'
import { shareRestarts } from './shared-restarts.ts'

// Nothing that is deleted may be gone before the restart that the tests share.
const killable = startKillableServer(() => Promise.resolve({ UNDO_MS: '60000' }))
const withOthers = shareRestarts(killable)
const jobs = () => killable.db.collection('jobs')
const POSTS = 20
const planAt = (job: object, at: number) => jobs().updateMany(job, { $set: { dueAt: new Date(at) } })
/** Leaves time for an undo, however long the next start takes. */
const delay = (job: object) => planAt(job, Date.now() + 3_600_000)
const makeDue = (job: object) => planAt(job, Date.now())
const flushOf = ({ id }: PostView) => ({ kind: 'flush-post', 'payload.postId': id })

async function withPosts(handle: string): Promise<{ who: Person; names(): Promise<string[]> }> {
  const who = await person(killable.server, handle)
  for (let count = 0; count < POSTS; count++) await who.post('/posts', { text: `Drop ${count}` })
  const names = async () =>
    (
      await killable.db
        .collection('posts')
        .find({ authorId: new mongo.ObjectId(who.id) })
        .toArray()
    ).map(({ author }) => (author as { displayName: string }).displayName)
  return { who, names }
}

it('a new name reaches all posts though the process is killed right after its answer', async () => {
  const { who, names } = await withPosts('killed_kim')
  expect((await who.patch('/users/me', { displayName: 'Kim the Second' })).status).toBe(200)
  await killable.server.kill()
  // Its lease has its whole time here.
  await killable.server.start()
  await until(
    'every post carries it',
    async () => (await names()).every((name) => name === 'Kim the Second'),
    30_000,
  )
  await until('the job is gone', async () => (await jobs().countDocuments({ kind: 'rename' })) === 0, 30_000)
}, 120_000)

it('a process that stops finishes its jobs or leaves them to the next, and a periodic job is stored once', async () => {
  // A process that was killed leaves its leases until they run out.
  await killable.server.kill()
  const leases = () => jobs().find({ state: 'running' }).toArray()
  const ofKilled = new Set((await leases()).map(({ owner }) => owner as string))
  await killable.server.start()
  const { who, names } = await withPosts('stopped_sam')
  expect((await who.patch('/users/me', { displayName: 'Sam the Second' })).status).toBe(200)
  await killable.server.stop()
  // No lease belongs to the process that has ended.
  const left = (await leases()).filter(({ owner }) => !ofKilled.has(owner as string))
  expect(left.map(({ kind }) => kind as string)).toEqual([])
  await killable.server.start()
  await until(
    'every post carries it',
    async () => (await names()).every((name) => name === 'Sam the Second'),
    30_000,
  )
  const rounds = await jobs().find({ key: 'periodic' }).toArray()
  expect(new Set(rounds.map(({ kind }) => kind as string)).size).toBe(rounds.length)
}, 120_000)

it.concurrent(
  '[L54] crowd control is offered once and ends once, with one digest, whenever the process is killed',
  withOthers(async (restart) => {
    const [author, ...strangers] = await Promise.all(
      Array.from({ length: 6 }, (_, at) => person(killable.server, `plunged_${at}`)),
    )
    const { body: post } = await author!.post<PostView>('/posts', { text: 'Hot take' })
    const _id = new mongo.ObjectId(post.id)
    const posts = killable.db.collection('posts')
    const windowNow = Math.floor(Date.now() / 600_000)
    // Others were there before.
    await killable.db.collection('crowds').insertOne({
      _id,
      authorId: new mongo.ObjectId(author!.id),
      window: windowNow,
      count: 200,
      previous: 200,
      peak: 200,
      settlesAt: new Date(Date.now() + 3600_000),
    })
    for (const who of strangers) await who.post(`/posts/${post.id}/react`, { emoji: '💩' })
    const notificationsOf = async () =>
      (await author!.get<NotificationView[]>('/notifications')).body
        .filter(({ type }) => type === 'PLUNGER')
        .map(({ data }) => ('stage' in data ? data.stage : null))
    await until('the crowd is noticed', async () => (await notificationsOf()).length === 1, 30_000)
    await restart()
    expect(await notificationsOf()).toEqual(['offered'])
    expect((await author!.put(`/posts/${post.id}/plunger`, { hours: 1 })).status).toBe(200)
    for (const who of strangers) await who.post(`/posts/${post.id}/comments`, { text: 'No' })
    const mine = { kind: 'plunger', 'payload.postId': post.id }
    let waiting: mongo.WithId<mongo.Document>[] = []
    const itsTimeIsOver = async () => {
      await posts.updateOne({ _id }, { $set: { 'plunger.endsAt': new Date() } })
      waiting = await jobs().find(mine).toArray()
      await makeDue(mine)
    }
    await restart({ meanwhile: itsTimeIsOver })
    const gone = async () => (await jobs().countDocuments(mine)) === 0
    await until('it has ended', gone, 30_000)
    // As after a kill between the end and the removal of its job.
    const again = { state: 'waiting', owner: null, dueAt: new Date() }
    await restart({ meanwhile: () => jobs().insertMany(waiting.map((job) => ({ ...job, ...again }))) })
    await until('the jobs have run again', gone, 30_000)
    expect(await notificationsOf()).toEqual(['ended', 'offered'])
    expect(await posts.countDocuments({ _id, plunger: { $exists: true } })).toBe(0)
    const { body: left } = await author!.get<NotificationView[]>('/notifications')
    expect(left[0]).toMatchObject({ data: { comments: 5, reactions: 0 } })
  }),
  120_000,
)

it.concurrent(
  'a deleted message comes back once after a kill, and a kill does not keep it for ever',
  withOthers(async (restart) => {
    const [one, other] = [
      await person(killable.server, 'killed_kit'),
      await person(killable.server, 'killed_kai'),
    ]
    const { body: sent } = await one.post<MessageView>('/messages', { receiverId: other.id, content: 'Hm' })
    const path = `/messages/${sent.conversationId}/${sent.id}`
    const thread = async () =>
      (await other.get<MessageView[]>(`/messages/${sent.conversationId}`)).body.map(({ content }) => content)
    expect((await one.delete(path)).status).toBe(200)
    await restart({ meanwhile: () => delay({ kind: 'flush-message' }) })
    expect(await thread()).toEqual([''])
    expect((await one.post<MessageView>(`${path}/restore`)).body.content).toBe('Hm')
    expect(await thread()).toEqual(['Hm'])
    await one.delete(path)
    await restart({ meanwhile: () => makeDue({ kind: 'flush-message' }) })
    await until(
      'the content is gone for good',
      async () =>
        (await killable.db.collection('messages').countDocuments({ undoable: { $exists: true } })) === 0,
      30_000,
    )
    expect((await one.post(`${path}/restore`)).status).toBe(404)
    expect(await thread()).toEqual([''])
  }),
  120_000,
)

it.concurrent(
  'a deleted post can be brought back after a kill, and a kill does not keep it for ever',
  withOthers(async (restart) => {
    const who = await person(killable.server, 'killed_kate')
    const { body: post } = await who.post<PostView>('/posts', { text: 'Second thoughts' })
    expect((await who.delete(`/posts/${post.id}`)).status).toBe(204)
    await restart({ meanwhile: () => delay(flushOf(post)) })
    expect((await who.get(`/posts/${post.id}`)).status).toBe(404)
    expect((await who.post<PostView>(`/posts/${post.id}/restore`)).body.text).toBe(post.text)
    await who.delete(`/posts/${post.id}`)
    await restart({ meanwhile: () => makeDue(flushOf(post)) })
    const remains = {
      _id: new mongo.ObjectId(post.id),
      $or: [{ undoable: { $exists: true } }, { remains: true }],
    }
    await until(
      'the post is gone for good',
      async () => (await killable.db.collection('post_tombstones').countDocuments(remains)) === 0,
      30_000,
    )
    expect((await who.post(`/posts/${post.id}/restore`)).status).toBe(404)
  }),
  120_000,
)

it.concurrent(
  'a scheduled article is published once though the process is killed before its time',
  withOthers(async (restart) => {
    const king = await person(killable.server, 'killed_king')
    await killable.db
      .collection('users')
      .updateOne({ _id: new mongo.ObjectId(king.id) }, { $set: { isAdmin: true } })
    await restart()
    const { body: article } = await king.post<BlogPostView>('/blog/posts', {
      title: 'Of patience',
      slug: 'of-patience',
      content: 'All in good time.',
      publishAt: new Date(Date.now() + 3_600_000).toISOString(),
    })
    const mine = { kind: 'publish-decree', 'payload.decreeId': article.id }
    const meanwhile = async () => {
      const [job] = await jobs().find(mine).toArray()
      // As after a kill between the publication and the end of its job.
      await jobs().insertOne({ ...job, _id: new mongo.ObjectId() })
      await makeDue(mine)
    }
    await restart({ meanwhile })
    await until('both jobs are gone', async () => (await jobs().countDocuments(mine)) === 0, 30_000)
    const read = await visitor(killable.server).get<BlogPostView>('/blog/posts/of-patience')
    expect(read.body).toMatchObject({ published: true, publishAt: null, rev: article.rev + 1 })
  }),
  120_000,
)

it.concurrent(
  '[L43] a message that disappears is in no answer after a kill, erased or not, and is erased afterwards',
  withOthers(async (restart) => {
    const [one, other] = [
      await person(killable.server, 'killed_ken'),
      await person(killable.server, 'killed_kat'),
    ]
    const { body: first } = await one.post<MessageView>('/messages', { receiverId: other.id, content: 'Hm' })
    const path = `/messages/${first.conversationId}`
    await other.post('/messages', { receiverId: one.id, content: 'Hm?' })
    expect((await one.put(`${path}/disappearing`, { after: '24h' })).status).toBe(200)
    await one.post('/messages', { receiverId: other.id, content: 'Burn this' })
    const messages = killable.db.collection('messages')
    await restart({
      meanwhile: () => messages.updateOne({ content: 'Burn this' }, { $set: { expiresAt: new Date() } }),
    })
    expect((await other.get(path)).text).not.toContain('Burn this')
    expect(await messages.countDocuments({ content: 'Burn this' })).toBe(1)
    await makeDue({ kind: 'disappearing' })
    await until(
      'the content is gone for good',
      async () => (await messages.countDocuments({ content: 'Burn this' })) === 0,
      30_000,
    )
    expect((await other.get<MessageView[]>(path)).body.map(({ content }) => content)).toEqual([
      'Hm',
      'Hm?',
      '',
      '',
    ])
  }),
  120_000,
)

it.concurrent(
  '[L67] the notifications of a deleted post go though the process is killed right after its answer',
  withOthers(async (restart) => {
    const [one, other] = [
      await person(killable.server, 'killed_kaz'),
      await person(killable.server, 'killed_kas'),
    ]
    const { body: post } = await one.post<PostView>('/posts', { text: `Hear ye, @${other.handle}` })
    await other.post(`/posts/${post.id}/comments`, { text: 'I hear' })
    const counts = async () => [
      (await one.get<UnreadCountView>('/notifications/unread-count')).body.count,
      (await other.get<UnreadCountView>('/notifications/unread-count')).body.count,
    ]
    expect(await counts()).toEqual([1, 1])
    expect((await one.delete(`/posts/${post.id}`)).status).toBe(204)
    await restart({ meanwhile: () => delay(flushOf(post)) })
    await until('both counts follow', async () => String(await counts()) === '0,0', 30_000)
    await one.post(`/posts/${post.id}/restore`)
    await until('both are back once', async () => String(await counts()) === '1,1', 30_000)
    expect((await other.get<NotificationView[]>('/notifications')).body).toHaveLength(1)
  }),
  120_000,
)
