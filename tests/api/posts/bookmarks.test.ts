import { afterAll, beforeAll, expect, test } from 'vitest'
import mongoose from 'mongoose'
import type { BookmarkView } from '#contract/posts.bookmarks.ts'
import type { PostView } from '#contract/posts.ts'
import { expectIndexed, readsOf } from '#tests/support/explain.ts'
import { insertPosts } from '#tests/support/insert-rows.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let ann: Person
let bob: Person
beforeAll(async () => {
  server = await startTestServer()
  ;[ann, bob] = await Promise.all([person(server, 'ann'), person(server, 'bob')])
})
afterAll(() => server.close())

const post = async (by: Person, text: string) => (await by.post<PostView>('/posts', { text })).body
const keep = (by: Person, { id }: { id: string }) => by.put<BookmarkView>(`/posts/${id}/bookmark`)
const letGo = (by: Person, { id }: { id: string }) => by.delete<BookmarkView>(`/posts/${id}/bookmark`)
const textsOf = async (by: Person, query = '') =>
  (await by.get<PostView[]>(`/bookmarks${query}`)).body.map(({ text }) => text)

test('a post is kept once, is in the list of that person alone, and can be let go', async () => {
  const kept = await post(ann, 'Keep me')
  expect((await bob.get<BookmarkView>(`/posts/${kept.id}/bookmark`)).body).toEqual({
    id: kept.id,
    kept: false,
    rev: 0,
  })
  const first = (await keep(bob, kept)).body
  const second = (await keep(bob, kept)).body
  expect([first.kept, second.kept]).toEqual([true, true])
  expect(await textsOf(bob)).toEqual(['Keep me'])
  expect(await textsOf(ann)).toEqual([])
  const gone = (await letGo(bob, kept)).body
  expect(gone.kept).toBe(false)
  // The rev only rises, so an older push never wins (LIVE L2).
  expect(second.rev).toBeGreaterThan(first.rev)
  expect(gone.rev).toBeGreaterThan(second.rev)
  expect((await letGo(bob, kept)).body).toEqual(gone)
  expect(await textsOf(bob)).toEqual([])
})

test('two calls at the same moment leave one bookmark', async () => {
  const kept = await post(ann, 'Twice')
  const answers = await Promise.all([keep(bob, kept), keep(bob, kept), keep(bob, kept)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const filter = { postId: new mongoose.Types.ObjectId(kept.id) }
  expect(await mongoose.connection.collection('bookmarks').countDocuments(filter)).toBe(1)
  await letGo(bob, kept)
})

test('the list goes on by cursor, newest post first, and reads one index', async () => {
  const cat = await person(server, 'cat')
  const texts = Array.from({ length: 23 }, (_, at) => `Number ${at}`)
  const day = Date.UTC(2026, 0, 1)
  const ids = await insertPosts(texts.map((text, at) => ({ authorId: ann.id, at: day - at * 1000, text })))
  for (const id of ids) await keep(cat, { id })
  const head = (await cat.get<PostView[]>('/bookmarks')).body
  expect(head.map(({ text }) => text)).toEqual(texts.slice(0, 20))
  const rest = `?cursor=${head.at(-1)!.createdAt}`
  expect(await textsOf(cat, rest)).toEqual(texts.slice(20))
  const reads = await readsOf(() => cat.get(`/bookmarks${rest}`))
  const list = reads.filter(({ collection }) => collection === 'bookmarks')
  expectIndexed(list)
  expect(list.map(({ docsExamined }) => docsExamined)).toEqual([0])
})

test('what is not visible cannot be kept, and disappears from the list', async () => {
  const dan = await person(server, 'dan')
  const [early, late] = [await post(dan, 'Early'), await post(dan, 'Late')]
  await keep(bob, early)
  await dan.post(`/users/${bob.id}/block`)
  expect((await keep(bob, late)).status).toBe(404)
  expect(await textsOf(bob)).toEqual([])
  // It can still be let go.
  expect((await letGo(bob, early)).body.kept).toBe(false)
  expect((await keep(bob, { id: '0'.repeat(24) })).status).toBe(404)
})

test('the bookmarks of a deleted post are deleted', async () => {
  const doomed = await post(ann, 'Doomed')
  await keep(bob, doomed)
  await ann.delete(`/posts/${doomed.id}`)
  const filter = { postId: new mongoose.Types.ObjectId(doomed.id) }
  await expect.poll(() => mongoose.connection.collection('bookmarks').countDocuments(filter)).toBe(0)
  expect(await textsOf(bob)).toEqual([])
})
