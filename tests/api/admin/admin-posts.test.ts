import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdminPostView, AuditEntryView } from '#contract/admin.ts'
import { MESSAGES } from '#contract/errors.ts'
import type { CommentView } from '#contract/comments.ts'
import type { PostView } from '#contract/posts.ts'
import { expectIndexed, readsOf } from '#tests/support/explain.ts'
import { people, type Person } from '#tests/support/http-client.ts'
import { insertPosts } from '#tests/support/insert-rows.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let king: Person
let ann: Person
const DAY = Date.UTC(2026, 0, 1)

beforeAll(async () => {
  server = await startTestServer()
  ;[king, ann] = await people(server, ['king', 'ann'])
  const { setAdmin } = await import('#server/features/people/users/admin-people.service.ts')
  await setAdmin(king.id, true)
  await insertPosts(
    Array.from({ length: 400 }, (_, at) => ({
      authorId: ann.id,
      at: DAY - at * 1000,
      text: at % 4 === 0 ? 'Of thrones' : 'Of pipes',
    })),
  )
})
afterAll(() => server.close())

const say = async (text: string) => (await ann.post<PostView>('/posts', { text })).body
const list = async (query = '') => (await king.get<AdminPostView[]>(`/admin/posts${query}`)).body
const log = async () => (await king.get<AuditEntryView[]>('/admin/audit')).body

describe('The list of posts', () => {
  it("contains everybody's posts, newest first, twenty a page, also of people who block the admin", async () => {
    const { id } = await say('The newest')
    await ann.post(`/users/${king.id}/block`)
    const first = await list()
    expect(first).toHaveLength(20)
    expect(first[0]).toMatchObject({
      id,
      text: 'The newest',
      mediaUrl: null,
      nsfw: false,
      author: { handle: 'ann' },
      _count: { reactions: 0, comments: 0 },
    })
    const second = await list(`?cursor=${first.at(-1)!.createdAt}`)
    expect(second[0]!.createdAt < first.at(-1)!.createdAt).toBe(true)
    await ann.delete(`/users/${king.id}/block`)
  })

  it('can be searched, and is for admins', async () => {
    expect((await list('?q=THRONES')).every(({ text }) => text === 'Of thrones')).toBe(true)
    expect(await list('?q=nothing')).toEqual([])
    expect((await ann.get('/admin/posts')).status).toBe(403)
  })

  it.each(['?', '?q=pipes'])('is one indexed read and one of its posts: %s', async (query) => {
    const cursor = (await list(query)).at(-1)!.createdAt
    const reads = await readsOf(() => list(`${query}&cursor=${cursor}`))
    expectIndexed(
      reads
        .filter(({ collection }) => collection === 'posts')
        .map((read) => ({ ...read, returned: Math.max(1, read.returned) })),
    )
  })
})

describe('A post', () => {
  it('gets and loses its content warning by an admin, and both are in the audit log', async () => {
    const { id } = await say('Rude')
    expect((await king.patch<AdminPostView>(`/admin/posts/${id}/nsfw`, { nsfw: true })).body).toMatchObject({
      nsfw: true,
      rev: 2,
    })
    expect((await king.patch<AdminPostView>(`/admin/posts/${id}/nsfw`, { nsfw: true })).body).toMatchObject({
      nsfw: true,
      rev: 2,
    })
    expect((await ann.get<PostView>(`/posts/${id}`)).body.nsfw).toBe(true)
    expect((await log())[0]).toMatchObject({
      action: 'post.nsfw',
      target: { type: 'post', id },
      before: { nsfw: false },
      after: { nsfw: true },
    })
    expect(await ann.patch(`/admin/posts/${id}/nsfw`, { nsfw: false })).toMatchObject({
      status: 403,
      text: MESSAGES.forbidden,
    })
  })

  it("is deleted permanently, with an entry in the audit log, as are an admin's other deletions", async () => {
    const [one, other] = [await say('One'), await say('Other')]
    expect((await ann.delete(`/admin/posts/${one.id}`)).status).toBe(403)
    expect((await king.delete(`/admin/posts/${one.id}`)).status).toBe(204)
    expect(await king.delete(`/admin/posts/${one.id}`)).toMatchObject({
      status: 404,
      text: MESSAGES.postNotFound,
    })
    const { body: comment } = await ann.post<CommentView>(`/posts/${other.id}/comments`, { text: 'Hm' })
    await king.delete(`/comments/${comment.id}`)
    await king.delete(`/posts/${other.id}`)
    const before = { authorId: ann.id }
    expect((await log()).slice(0, 3)).toMatchObject([
      { action: 'post.delete', target: { id: other.id }, before, after: null },
      { action: 'content.remove', target: { type: 'comment', id: comment.id }, before },
      { action: 'post.delete', target: { id: one.id }, before },
    ])
  })
})
