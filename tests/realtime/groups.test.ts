import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { befriend } from '#tests/support/insert-rows.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import type { LiveClient } from '#tests/support/socket-client.ts'
import { until } from '#tests/support/until.ts'
import { watching } from './support/scenes.ts'

let server: TestServer
let number = 0
const pages: LiveClient[] = []

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
afterEach(() => pages.splice(0).forEach((page) => page.close()))

/** People who have accepted contact with each other. */
const people = async (...names: string[]): Promise<Person[]> => {
  number += 1
  const all = await Promise.all(names.map((name) => person(server, `gr_${name}_${number}`)))
  await befriend(...all)
  return all
}
const open = async (who: Person): Promise<LiveClient> => {
  pages.push(await watching(server, who))
  return pages.at(-1)!
}
const meet = async (maker: Person, ...members: Person[]) =>
  (
    await maker.post<ConversationView>('/messages/groups', {
      name: 'Meeting',
      memberIds: members.map(({ id }) => id),
    })
  ).body.id
const say = async (who: Person, receiverId: string, content: string) =>
  (await who.post<MessageView>('/messages', { receiverId, content })).body
const contents = (page: LiveClient) =>
  page.all('message:created').flatMap(({ message }) => (message.notice ? [] : message.content))

describe('Pages of a group', () => {
  it('[L52] get a message once, without the conversation of each, and nobody else gets it', async () => {
    const [ann, bob, cat] = (await people('ann', 'bob', 'cat')) as [Person, Person, Person]
    const id = await meet(ann, bob)
    const [a, b, c] = [await open(ann), await open(bob), await open(cat)]
    await say(ann, id, 'one')
    const event = await b.next('message:created', ({ message }) => message.content === 'one')
    expect(event).toMatchObject({ senderName: ann.handle, message: { seq: 3, receiverId: id } })
    expect(event).not.toHaveProperty('members')
    await say(bob, id, 'two')
    await until('both have both', () => contents(a).length === 2 && contents(b).length === 2)
    expect(contents(c)).toEqual([])
    expect(b.all('conversation:updated')).toEqual([])
  })

  it('[L49] get what is written after somebody has come in, and nothing after they have gone', async () => {
    const [ann, bob, cat] = (await people('ann', 'bob', 'cat')) as [Person, Person, Person]
    const id = await meet(ann, bob)
    const c = await open(cat)
    const before = await say(ann, id, 'before')
    await ann.post(`/messages/groups/${id}/members`, { memberIds: [cat.id] })
    await c.next('conversation:updated', ({ conversation }) => conversation.id === id)
    await ann.patch(`/messages/${id}/${before.id}`, { content: 'before, edited' })
    const during = await say(bob, id, 'during')
    await c.next('message:created', ({ message }) => message.content === 'during')
    expect(c.all('message:updated')).toEqual([])
    await cat.post(`/messages/groups/${id}/leave`)
    await c.next('conversation:deleted')
    await say(ann, id, 'after')
    await bob.patch(`/messages/${id}/${during.id}`, { content: 'edited' })
    // A message of another conversation comes after what would have been sent.
    await say(ann, cat.id, 'to you alone')
    await c.next('message:created', ({ message }) => message.content === 'to you alone')
    expect(contents(c)).toEqual(['during', 'to you alone'])
    expect(c.all('message:updated')).toEqual([])
  })

  it('[L50] get no words, reactions, typing or read positions across a block', async () => {
    const [ann, bob, cat] = (await people('ann', 'bob', 'cat')) as [Person, Person, Person]
    const id = await meet(ann, bob, cat)
    await bob.post(`/users/${ann.id}/block`)
    const [a, b, c] = [await open(ann), await open(bob), await open(cat)]
    const said = await say(ann, id, 'for cat')
    const hidden = await b.next('message:created', ({ message }) => message.seq === said.seq)
    expect(hidden.message).toMatchObject({ content: '', hidden: true })
    await c.next('message:created', ({ message }) => message.content === 'for cat')
    const own = await say(cat, id, 'from cat')
    await ann.put(`/messages/${id}/${own.id}/reaction`, { emoji: '🔥' })
    await c.next('message:updated', ({ message }) => message.reactions?.[ann.id] === '🔥')
    const seen = await b.next('message:updated', ({ message }) => message.id === own.id)
    expect(seen.message).not.toHaveProperty('reactions')
    await ann.post(`/messages/${id}/read`, { seq: own.seq })
    await c.next('group:read', ({ userId }) => userId === ann.id)
    await a.send('typing', { conversationId: id })
    await c.next('typing', ({ userId }) => userId === ann.id)
    await cat.post(`/messages/${id}/read`, { seq: own.seq })
    await b.next('group:read', ({ userId }) => userId === cat.id)
    expect(b.all('group:read').map(({ userId }) => userId)).toEqual([cat.id])
    expect(b.all('typing')).toEqual([])
  })
})
