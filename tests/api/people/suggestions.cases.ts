import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CurrentUserView, SessionView } from '#contract/account.ts'
import type { SuggestionView } from '#contract/people.ts'
import { expectIndexed, readsOf } from '#tests/support/explain.ts'
import { person, visitor, type Person } from '#tests/support/http-client.ts'
import { recordEvents } from '#tests/support/record-events.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
/** ann follows bob and cat, who follow dan; bob follows eve. fay has most followers, gus most posts. */
let people: Record<'ann' | 'bob' | 'cat' | 'dan' | 'eve' | 'fay' | 'gus' | 'idle', Person>

beforeAll(async () => {
  server = await startTestServer()
  const names = ['ann', 'bob', 'cat', 'dan', 'eve', 'fay', 'gus', 'idle'] as const
  // One after the other: of those with as many friends in common, the friend with the older account counts first.
  const made: [string, Person][] = []
  for (const name of names) made.push([name, await person(server, name)])
  people = Object.fromEntries(made) as typeof people
  const { ann, bob, cat, dan, eve, fay, gus } = people
  for (const [follower, followee] of [
    [ann, bob],
    [ann, cat],
    [bob, dan],
    [cat, dan],
    [bob, eve],
    [dan, fay],
    [eve, fay],
    [gus, fay],
  ] as const)
    expect((await follower.post(`/users/${followee.id}/follow`)).status).toBe(200)
  for (const text of ['One', 'Two']) await gus.post('/posts', { text })
})
afterAll(() => server.close())

const suggested = async (who: Person) => (await who.get<SuggestionView[]>('/users/me/suggested')).body
const handles = async (who: Person) => (await suggested(who)).map(({ handle }) => handle)

test('Suggestions begin with friends of friends, then come the most followed and the most active; each read uses an index', async () => {
  let found: SuggestionView[] = []
  expectIndexed(
    await readsOf(async () => {
      found = await suggested(people.ann)
    }),
  )
  expect(found).toMatchObject([
    { handle: 'dan', mutual: 2, isFollowing: false },
    { handle: 'eve', mutual: 1 },
    { handle: 'fay', mutual: 0 },
    { handle: 'gus', mutual: 0 },
  ])
  const ofIdle = await handles(people.idle)
  expect(ofIdle.slice(0, 2)).toEqual(['fay', 'gus'])
  expect(ofIdle).not.toContain('idle')
})

test('Whoever is followed, muted or blocked, or blocks the viewer, is gone at the next look', async () => {
  const { ann, dan, eve, fay, gus } = people
  await ann.post(`/users/${dan.id}/follow`)
  expect(await handles(ann)).toEqual(['eve', 'fay', 'gus'])
  await ann.post(`/users/${eve.id}/mute`)
  await ann.post(`/users/${fay.id}/block`)
  await gus.post(`/users/${ann.id}/block`)
  expect(await handles(ann)).toEqual([])
  await ann.delete(`/users/${fay.id}/block`)
  expect(await handles(ann)).toEqual(['fay'])
})

test('Visitors get none', async () => {
  expect((await visitor(server).get('/users/me/suggested')).status).toBe(401)
})

test('A new account has its first steps before it, until they end; then every tab knows', async () => {
  const who = await person(server, 'hal')
  const isNewcomer = async () => (await who.get<SessionView>('/auth/me')).body.user.isNewcomer
  expect(await isNewcomer()).toBe(true)
  const recorded = await recordEvents('viewer:updated')
  expect((await who.delete('/users/me/newcomer')).status).toBe(204)
  expect((await who.delete('/users/me/newcomer')).status).toBe(204)
  const pushes = recorded.stop() as { payload: { user: CurrentUserView } }[]
  expect(pushes.map(({ payload: { user } }) => user.isNewcomer)).toEqual([false])
  expect(await isNewcomer()).toBe(false)
})
