import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { HeldReceipt, WaitingView } from '#contract/moderation.ts'
import type { PostView } from '#contract/posts.ts'
import { person, visitor, type Person } from '#tests/support/http-client.ts'
import { startTwoServers, type TwoServers } from '#tests/support/two-servers.ts'

// These tests start processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

let servers: TwoServers
beforeAll(async () => {
  servers = await startTwoServers({ SPAM_PROTECTION: 'on' })
})
afterAll(() => servers?.close())

/** A person at one process, and at the other by the same cookie. */
async function atBoth(handle: string): Promise<[Person, Person]> {
  const here = await person(servers.here, handle)
  const caller = visitor(servers.there)
  caller.setCookie(here.cookie())
  return [here, { ...here, ...caller }]
}

const postsOf = async (who: Person) => (await who.get<PostView[]>(`/users/${who.handle}/posts`)).body

test('[L5] a post that is sent to two processes at the same moment is one post', async () => {
  const both = await atBoth('twice')
  for (let round = 0; round < 10; round += 1) {
    const sent = { text: `Round ${round} of ${crypto.randomUUID()}`, clientId: crypto.randomUUID() }
    const replies = await Promise.all(both.map((who) => who.post<PostView>('/posts', sent)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 201])
    expect(replies[0]!.body).toEqual(replies[1]!.body)
    const late = await both[round % 2]!.post<PostView>('/posts', sent)
    expect([late.status, late.body]).toEqual([200, replies[0]!.body])
  }
  expect((await postsOf(both[0])).map(({ text }) => text.slice(0, 7))).toEqual(
    Array.from({ length: 10 }, (_, at) => `Round ${9 - at}`),
  )
})

test('[L5] a post that was deleted at one process does not come back through a retry at the other', async () => {
  const [here, there] = await atBoth('gone')
  const sent = { text: 'Not for long', clientId: crypto.randomUUID() }
  const { id } = (await here.post<PostView>('/posts', sent)).body
  await here.delete(`/posts/${id}`)
  const retries = await Promise.all([here, there].map((who) => who.post('/posts', sent)))
  expect(retries.map(({ status }) => status)).toEqual([404, 404])
  expect(await postsOf(here)).toEqual([])
})

test('[L5] a retry of a post that waits for an admin waits too, at whichever process', async () => {
  const both = await atBoth('waits')
  const text = [1, 2, 3].map((at) => `https://links-${at}.example`).join(' ')
  const sent = { text, clientId: crypto.randomUUID() }
  const replies = await Promise.all([...both, ...both].map((who) => who.post<HeldReceipt>('/posts', sent)))
  replies.push(await both[1].post<HeldReceipt>('/posts', sent))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202]))
  const [first, ...others] = replies.map(({ body }) => body.held.id)
  expect(new Set(others)).toEqual(new Set([first]))
  expect((await both[0].get<WaitingView[]>('/users/me/waiting')).body).toHaveLength(1)
  expect(await postsOf(both[0])).toEqual([])
})
