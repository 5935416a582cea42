import mongoose, { Types } from 'mongoose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import type { PostView } from '#contract/posts.ts'
import type { TextVersionView } from '#contract/primitives.ts'
import { expectIndexed, readsOf } from '#tests/support/explain.ts'
import { person, visitor, type Caller, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let nobody: Caller
let ann: Person
let bob: Person
beforeAll(async () => {
  server = await startTestServer()
  nobody = visitor(server)
  ;[ann, bob] = await Promise.all([person(server, 'ann'), person(server, 'bob')])
})
afterAll(() => server.close())

const newPost = async (text: string, more: object = {}) =>
  (await ann.post<PostView>('/posts', { text, ...more })).body
const edit = async (id: string, text: string) => (await ann.patch<PostView>(`/posts/${id}`, { text })).body
const list = (by: Caller, id: string) => by.get<TextVersionView[]>(`/posts/${id}/versions`)
const texts = async (by: Caller, id: string) => (await list(by, id)).body.map(({ text }) => text)

it('lists what a post said before, newest first, each with the time from which it stood', async () => {
  const post = await newPost('One')
  expect((await list(nobody, post.id)).body).toEqual([])
  const second = await edit(post.id, 'Two')
  // The same text changes nothing.
  await edit(post.id, 'Two')
  await edit(post.id, 'Three')
  expect((await list(nobody, post.id)).body).toEqual([
    { text: 'Two', at: second.editedAt },
    { text: 'One', at: post.createdAt },
  ])
  const reads = await readsOf(() => bob.get(`/posts/${post.id}/versions`))
  expectIndexed(reads.filter(({ collection }) => collection === 'posts'))
})

it('keeps the first and the newest ones of many', async () => {
  const { id } = await newPost('Version 0')
  const edits = LIMITS.textVersions + 2
  for (let number = 1; number <= edits; number += 1) await edit(id, `Version ${number}`)
  const kept = await texts(bob, id)
  expect(kept).toHaveLength(LIMITS.textVersions)
  expect(kept.slice(0, 2)).toEqual([`Version ${edits - 1}`, `Version ${edits - 2}`])
  expect(kept.slice(-2)).toEqual(['Version 3', 'Version 0'])
})

it('is in no other answer and in no push', async () => {
  const secret = 'Said before and never again'
  const { id } = await newPost(secret)
  const { recordEvents } = await import('#tests/support/record-events.ts')
  const events = await recordEvents('post:updated')
  await edit(id, 'Said now')
  const react = await bob.post(`/posts/${id}/react`, { emoji: '💩' })
  const answers = [react, ...(await Promise.all(['/posts', `/posts/${id}`].map((path) => bob.get(path))))]
  expect(JSON.stringify([answers.map(({ text }) => text), events.stop()])).not.toContain(secret)
  expect((await bob.get<PostView[]>('/posts?q=never')).body).toEqual([])
})

it('is for whoever may see the post: not across a block, not of a deleted one, and back with it', async () => {
  const [cat, dan] = [await person(server, 'cat'), await person(server, 'dan')]
  const { id } = await newPost('Before')
  await edit(id, 'After')
  const { setUndoTime } = await import('#server/shared/undo-time.ts')
  setUndoTime(60_000)
  await cat.post(`/users/${ann.id}/block`)
  await ann.post(`/users/${dan.id}/block`)
  for (const who of [cat, dan]) expect((await list(who, id)).status).toBe(404)
  await ann.delete(`/posts/${id}`)
  for (const who of [ann, bob, nobody]) expect((await list(who, id)).status).toBe(404)
  await ann.post(`/posts/${id}/restore`)
  setUndoTime()
  expect(await texts(bob, id)).toEqual(['Before'])
  expect((await list(bob, '0'.repeat(24))).status).toBe(404)
})

it('shows nothing of a post that a moderator removed, and goes with its author', async () => {
  const { transact } = await import('#server/platform/mongo/transaction.ts')
  const { hidePost, restorePost } = await import('#server/features/posts/post-hiding.ts')
  const { id } = await newPost('Removed before')
  await edit(id, 'Removed after')
  const hidden = (await transact((tx) => hidePost(tx, id)))!
  expect((await list(ann, id)).status).toBe(404)
  await transact((tx) => restorePost(tx, hidden))
  expect(await texts(nobody, id)).toEqual(['Removed before'])

  const eve = await person(server, 'eve')
  const mine = (await eve.post<PostView>('/posts', { text: 'My first words' })).body
  await eve.patch(`/posts/${mine.id}`, { text: 'My last words' })
  const exported = (await eve.get<{ posts: { earlierVersions: object[] }[] }>('/user/export-data')).body
  expect(exported.posts[0]!.earlierVersions).toEqual([{ text: 'My first words', at: mine.createdAt }])
  expect((await eve.delete('/user/delete-account')).status).toBeLessThan(300)
  const left = { authorId: new Types.ObjectId(eve.id) }
  await expect.poll(() => mongoose.connection.collection('posts').countDocuments(left)).toBe(0)
})
