import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BatchView } from '#contract/batch.ts'
import { LIMITS } from '#contract/limits.ts'
import type { PostView } from '#contract/posts.ts'
import { person, visitor, type Caller, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let ann: Person
let bob: Person
let post: PostView

beforeAll(async () => {
  server = await startTestServer()
  ;[ann, bob] = await Promise.all([person(server, 'ann'), person(server, 'bob')])
  post = (await ann.post<PostView>('/posts', { text: 'Hear, hear #throne' })).body
})
afterAll(() => server.close())

const batch = async (who: Caller, reads: { path: string; etag?: string }[]) => {
  const reply = await who.post<BatchView>('/batch', { reads })
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}
const paths = (...list: string[]) => list.map((path) => ({ path }))

describe('A batch', () => {
  it('answers each read like a call of its own: for a visitor, the author and another person', async () => {
    const list = [
      '/posts?limit=5',
      `/posts/${post.id}`,
      `/posts/${post.id}/comments`,
      '/users/ann',
      '/users/ann/posts',
      '/trending',
      '/notifications/unread-count',
      '/messages/conversations',
      '/auth/me',
      '/posts/nothing',
      '/posts?known[x]=1',
      '/posts?cursor=?',
    ]
    for (const who of [visitor(server), ann, bob]) {
      const parts = await batch(who, paths(...list.map((path) => `/api${path}`)))
      for (const [at, path] of list.entries()) {
        const alone = await who.get(path)
        const { status, etag = null, ...rest } = parts[at]!
        expect([path, status]).toEqual([path, alone.status])
        expect(rest).toEqual(status === 200 ? { body: alone.body } : { message: alone.text })
        expect([path, etag]).toEqual([path, etag && alone.headers.get('etag')])
      }
    }
  })

  it('answers 304 without a body for what has not changed, and in full for what has', async () => {
    const read = { path: `/api/posts/${post.id}` }
    const [{ etag } = {}] = await batch(bob, [read])
    expect(etag).toBeDefined()
    expect(await batch(bob, [{ ...read, etag: etag! }])).toEqual([{ status: 304, etag }])
    await bob.post(`/posts/${post.id}/react`, { emoji: '👍' })
    const [changed] = await batch(bob, [{ ...read, etag: etag! }])
    expect(changed).toMatchObject({ status: 200, body: { rev: expect.any(Number) } })
    expect(changed!.etag).not.toBe(etag)
  })

  it('contains nothing but reads of the contract that answer with JSON', async () => {
    const parts = await batch(
      ann,
      paths('/api/nothing', '/api/auth/logout', '/api/user/export-data', '/api/posts/%zz', '/api/batch'),
    )
    expect(parts.map(({ status }) => status)).toEqual([404, 404, 404, 400, 404])
    expect((await ann.get('/auth/me')).status).toBe(200)
  })

  it('has at least one read, and a limited number', async () => {
    const reads = (count: number) => paths(...Array.from({ length: count }, () => '/api/trending'))
    expect((await bob.post('/batch', { reads: [] })).status).toBe(400)
    expect((await bob.post('/batch', { reads: reads(LIMITS.batchReads + 1) })).status).toBe(400)
    expect(await batch(bob, reads(LIMITS.batchReads))).toHaveLength(LIMITS.batchReads)
    expect((await bob.post('/batch', { reads: paths('https://elsewhere.example') })).status).toBe(400)
  })
})
