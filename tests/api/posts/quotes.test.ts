import { afterAll, beforeAll, expect, it } from 'vitest'
import type { NotificationView } from '#contract/notifications.ts'
import { PostView } from '#contract/posts.ts'
import { person, visitor, type Caller, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let ann: Person
let bob: Person
beforeAll(async () => {
  server = await startTestServer()
  ;[ann, bob] = await Promise.all([person(server, 'ann'), person(server, 'bob')])
})
afterAll(() => server.close())

const post = (by: Caller, input: object) => by.post<PostView>('/posts', { text: 'Look at this', ...input })
const original = async (text = 'The original') => (await post(ann, { text })).body
const notificationsOf = async (who: Person) => (await who.get<NotificationView[]>('/notifications')).body

it('names the quoted post, in the answer and in every list', async () => {
  const quoted = await original()
  const quote = await post(bob, { quotedId: quoted.id })
  expect(quote.status).toBe(201)
  expect(quote.body.quotedId).toBe(quoted.id)
  expect(PostView.parse(quote.body)).toEqual(quote.body)
  const nobody = visitor(server)
  expect((await nobody.get<PostView[]>('/posts')).body[0]!.quotedId).toBe(quoted.id)
  expect((await nobody.get<PostView>(`/posts/${quote.body.id}`)).body.quotedId).toBe(quoted.id)
  // An edit changes only the words.
  const edited = await bob.patch<PostView>(`/posts/${quote.body.id}`, { text: 'Look again' })
  expect(edited.body).toMatchObject({ text: 'Look again', quotedId: quoted.id })
  expect((await original('Quotes nothing')).quotedId).toBeUndefined()
})

it('is refused for a post that the author cannot see', async () => {
  const quoted = await original('Hidden from Cat')
  const cat = await person(server, 'cat')
  await ann.post(`/users/${cat.id}/block`)
  for (const quotedId of [quoted.id, '0'.repeat(24)]) expect((await post(cat, { quotedId })).status).toBe(404)
  expect((await post(bob, { quotedId: 'zzz' })).status).toBe(400)
  expect((await post(bob, { quotedId: 7 })).status).toBe(400)
})

it('stays when the quoted post is deleted, and a retry is the same post', async () => {
  const quoted = await original('Soon gone')
  const input = { quotedId: quoted.id, clientId: crypto.randomUUID() }
  const quote = await post(bob, input)
  await ann.delete(`/posts/${quoted.id}`)
  const again = await post(bob, input)
  expect([again.status, again.body]).toEqual([200, quote.body])
})

it('notifies the quoted author once, also when the text mentions them, and nobody of their own quote', async () => {
  const quoted = await original('Notify me')
  const before = await notificationsOf(ann)
  const quote = (await post(bob, { text: 'Hear @ann', quotedId: quoted.id })).body
  const [note, ...rest] = await notificationsOf(ann)
  expect(rest).toHaveLength(before.length)
  expect(note).toMatchObject({
    type: 'MENTION',
    message: 'bob quoted your post',
    data: { mentionerHandle: 'bob', postId: quote.id },
  })
  await post(ann, { quotedId: quoted.id })
  expect(await notificationsOf(ann)).toHaveLength(before.length + 1)
})

it('goes through the review queue with its quote, though the quoted post is deleted meanwhile', async () => {
  const quoted = await original('Quoted by a newcomer')
  const { releasePost } = await import('#server/features/posts/posts.service.ts')
  const { loadViewer } = await import('#server/features/people/users/viewers.service.ts')
  await ann.delete(`/posts/${quoted.id}`)
  const released = await releasePost((await loadViewer(bob.id))!, { text: 'Released', quotedId: quoted.id })
  expect(released.quotedId).toBe(quoted.id)
})
