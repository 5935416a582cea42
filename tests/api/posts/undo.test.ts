import mongoose, { Types } from 'mongoose'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { CommentView } from '#contract/comments.ts'
import type { PostView } from '#contract/posts.ts'
import type { ProfileView } from '#contract/people.ts'
import { person, visitor, type Caller, type Person } from '#tests/support/http-client.ts'
import { plain, upload } from '#tests/support/media.ts'
import { recordEvents } from '#tests/support/record-events.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let nobody: Caller
let ann: Person
let bob: Person
let undo: typeof import('#server/shared/undo-time.ts')
beforeAll(async () => {
  server = await startTestServer()
  undo = await import('#server/shared/undo-time.ts')
  nobody = visitor(server)
  ;[ann, bob] = await Promise.all([person(server, 'ann'), person(server, 'bob')])
})
afterAll(() => server.close())
beforeEach(() => undo.setUndoTime(60_000))
afterEach(() => undo.setUndoTime())

const newPost = async (text: string, more: object = {}) =>
  (await ann.post<PostView>('/posts', { text, ...more })).body
const remove = (by: Caller, id: string) => by.delete(`/posts/${id}`)
const restore = (by: Caller, id: string) => by.post<PostView>(`/posts/${id}/restore`)
const texts = async (path: string, by: Caller = bob) =>
  (await by.get<PostView[]>(path)).body.map(({ text }) => text)
const postsOf = async ({ handle }: Person) =>
  (await nobody.get<ProfileView>(`/users/${handle}`)).body._count.posts
const rowsOf = (collection: string, filter: object) =>
  mongoose.connection.collection(collection).countDocuments(filter)
const usesOf = async (mediaUrl: string) =>
  (await mongoose.connection
    .collection('media')
    .findOne({ token: mediaUrl.split('/').at(-1)!.split('.')[0]! }))!['usedBy'] as object[]

it('is gone for everybody at once, and back with all that belongs to it', async () => {
  await bob.post(`/users/${ann.id}/follow`)
  const before = await postsOf(ann)
  const subject = await newPost('Come back, #undone')
  await newPost('Newer')
  await bob.post(`/posts/${subject.id}/react`, { emoji: '💩' })
  await bob.post<CommentView>(`/posts/${subject.id}/comments`, { text: 'Still here?' })
  await bob.put(`/posts/${subject.id}/bookmark`)
  const whole = (await bob.get<PostView>(`/posts/${subject.id}`)).body

  expect((await remove(ann, subject.id)).status).toBe(204)
  for (const who of [ann, bob, nobody])
    expect((await who.get(`/posts/${subject.id}`)).status, 'visible').toBe(404)
  for (const path of [
    '/posts',
    `/users/${ann.handle}/posts`,
    '/posts?tag=undone',
    '/posts?q=come',
    '/bookmarks',
  ])
    expect(await texts(path), path).not.toContain(subject.text)
  expect(await texts('/posts?type=following')).not.toContain(subject.text)
  expect(await postsOf(ann)).toBe(before + 1)
  expect((await remove(ann, subject.id)).status).toBe(404)
  expect((await bob.post(`/posts/${subject.id}/react`, { emoji: '💩' })).status).toBe(404)

  const back = await restore(ann, subject.id)
  expect(back.status).toBe(200)
  expect((await bob.get<PostView>(`/posts/${subject.id}`)).body).toEqual({ ...whole, rev: whole.rev + 2 })
  expect((await texts('/posts')).slice(0, 2)).toEqual(['Newer', subject.text])
  for (const path of [`/users/${ann.handle}/posts`, '/posts?tag=undone', '/posts?q=come', '/bookmarks'])
    expect(await texts(path), path).toContain(subject.text)
  await expect.poll(() => texts('/posts?type=following')).toContain(subject.text)
  expect((await bob.get<CommentView[]>(`/posts/${subject.id}/comments`)).body).toHaveLength(1)
  expect(await postsOf(ann)).toBe(before + 2)
  // Not by the call, whose answer is cached for other files.
  const { countTags } = await import('#server/features/posts/trending/trending.service.ts')
  expect(await countTags(new Date(0), 10)).toContainEqual({ tag: 'undone', count: 1 })
})

it('is brought back by its author alone, once or twice, and never after the time is over', async () => {
  const subject = await newPost('Mine alone')
  await remove(ann, subject.id)
  expect((await restore(nobody, subject.id)).status).toBe(401)
  expect((await restore(bob, subject.id)).status).toBe(404)
  const [one, two] = await Promise.all([restore(ann, subject.id), restore(ann, subject.id)])
  expect([one.status, two.status]).toEqual([200, 200])
  expect((await restore(bob, subject.id)).status).toBe(404)

  undo.setUndoTime(1)
  await remove(ann, subject.id)
  const tombstone = { _id: new Types.ObjectId(subject.id) }
  await expect.poll(() => rowsOf('post_tombstones', { ...tombstone, undoable: { $exists: true } })).toBe(0)
  const late = await restore(ann, subject.id)
  expect([late.status, late.text]).toEqual([404, 'It is gone for good.'])
  expect((await restore(ann, '0'.repeat(24))).status).toBe(404)
})

it('takes its comments, reactions and media with it when the time is over', async () => {
  const { body: picture } = await upload(server, ann, await plain(60, 40).png().toBuffer(), {
    name: 'a.png',
    type: 'image/png',
    purpose: 'post',
  })
  const subject = await newPost('Pictured', { mediaUrl: picture.mediaUrl })
  await bob.post(`/posts/${subject.id}/react`, { emoji: '💩' })
  await remove(ann, subject.id)
  // The file is the owner's alone meanwhile.
  expect((await bob.get(subject.mediaUrl!.replace('/api', ''))).status).toBe(404)
  await restore(ann, subject.id)
  expect((await bob.get(subject.mediaUrl!.replace('/api', ''))).status).toBe(200)
  expect(await usesOf(picture.mediaUrl)).toHaveLength(1)

  undo.setUndoTime(1)
  await remove(ann, subject.id)
  const ofPost = { postId: new Types.ObjectId(subject.id) }
  await expect.poll(() => rowsOf('reactions', ofPost)).toBe(0)
  await expect.poll(async () => (await nobody.get(subject.mediaUrl!.replace('/api', ''))).status).toBe(404)
})

it('the job of an earlier deletion does not end a later one', async () => {
  const subject = await newPost('Deleted twice')
  await remove(ann, subject.id)
  await restore(ann, subject.id)
  await remove(ann, subject.id)
  const jobs = mongoose.connection.collection('jobs')
  const mine = { kind: 'flush-post', 'payload.postId': subject.id }
  const [first] = await jobs.find(mine).sort({ createdAt: 1 }).toArray()
  // Its time has come.
  await jobs.updateOne({ _id: first!._id }, { $set: { dueAt: new Date() } })
  const { bus } = await import('#server/platform/bus.ts')
  bus.emit('job:enqueued', { kind: mine.kind, afterMs: 0 })
  await expect.poll(() => jobs.countDocuments(mine)).toBe(1)
  expect((await restore(ann, subject.id)).status).toBe(200)
})

it('[L27] tells pages of the removal and of the return, each with a higher rev', async () => {
  const subject = await newPost('Told')
  const events = await recordEvents('post:deleted', 'post:updated', 'post:created')
  await remove(ann, subject.id)
  await restore(ann, subject.id)
  expect(events.stop().map(({ name }) => name)).toEqual(['post:deleted', 'post:updated', 'post:created'])
})

it('what an admin deletes is gone at once, and what a moderator removes cannot be brought back', async () => {
  const queen = await person(server, 'queen')
  const { UserModel } = await import('#server/features/people/users/users.model.ts')
  await UserModel.updateOne({ _id: queen.id }, { $set: { isAdmin: true } })
  const { forgetViewer } = await import('#server/features/people/users/viewers.service.ts')
  forgetViewer(queen.id)
  const subject = await newPost('Not on my watch')
  await remove(queen, subject.id)
  expect((await restore(ann, subject.id)).status).toBe(404)

  const reported = await newPost('Reported and deleted')
  await bob.post('/reports', { targetType: 'post', targetId: reported.id, reason: 'spam' })
  await remove(ann, reported.id)
  const { transact } = await import('#server/platform/mongo/transaction.ts')
  const { hidePost } = await import('#server/features/posts/post-hiding.ts')
  expect((await transact((tx) => hidePost(tx, reported.id)))?.text).toBe(reported.text)
  expect((await restore(ann, reported.id)).status).toBe(404)
})

it('is erased with the account, though it could have been brought back', async () => {
  const cat = await person(server, 'cat')
  const { id } = (await cat.post<PostView>('/posts', { text: 'My last words' })).body
  await bob.post(`/posts/${id}/react`, { emoji: '💩' })
  await cat.delete(`/posts/${id}`)
  expect((await cat.delete('/user/delete-account')).status).toBeLessThan(300)
  await expect.poll(() => rowsOf('post_tombstones', { authorId: new Types.ObjectId(cat.id) })).toBe(0)
  await expect.poll(() => rowsOf('reactions', { postId: new Types.ObjectId(id) })).toBe(0)
})
