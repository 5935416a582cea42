import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PostView } from '#contract/posts.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { startTestServer, withSettings, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let ann: Person
let bob: Person

beforeAll(async () => {
  server = await startTestServer()
  ann = await person(server, 'ann')
  bob = await person(server, 'bob')
  return withSettings({ LINK_PREVIEWS: 'on' })
})
afterAll(() => server.close())

const WAIT = /^Too many requests\. Please try again in \d+ seconds\.$/

describe('A person who writes a lot', () => {
  it('can publish ten posts a minute, and further ones are not stored', async () => {
    const replies = []
    for (let at = 0; at < 11; at++) replies.push(await ann.post<PostView>('/posts', { text: `No. ${at}` }))
    expect(replies.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 201), 429])
    const refused = replies.at(-1)!
    expect(refused.text).toMatch(WAIT)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const { PostModel } = await import('#server/features/posts/posts.model.ts')
    expect(await PostModel.countDocuments()).toBe(10)
    expect((await bob.post('/posts', { text: 'Somebody else may' })).status).toBe(201)
  })

  it('can comment thirty times a minute', async () => {
    const { id } = (await ann.get<PostView[]>('/posts')).body[0]!
    const statuses = []
    for (let at = 0; at < 31; at++)
      statuses.push((await bob.post(`/posts/${id}/comments`, { text: `No. ${at}` })).status)
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 201), 429])
    expect((await ann.get<PostView>(`/posts/${id}`)).body._count.comments).toBe(30)
  })

  it('can have twelve linked pages read a minute', async () => {
    const read = (at: number) => bob.post('/link-cards', { url: `http://site.test/${at}` })
    const statuses = []
    for (let at = 0; at < 13; at++) statuses.push((await read(at)).status)
    expect(statuses).toEqual([...Array.from({ length: 12 }, () => 200), 429])
    // What is known costs nothing.
    expect((await read(0)).status).toBe(200)
  })
})
