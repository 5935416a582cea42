import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import type { NotificationView } from '#contract/notifications.ts'
import { commandsOf } from '#tests/support/commands.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

// Many write to one person, or one person writes to many, in the same moment. What they write belongs together only in
// the account or the counter of that one person, so it must not be done again and again because of conflicts there.

const MANY = 40

let server: TestServer
let one: Person
let many: Person[]
let number = 0

beforeAll(async () => {
  server = await startTestServer()
  many = await Promise.all(Array.from({ length: MANY }, (_, at) => person(server, `crowd_${at}`)))
})
afterAll(() => server.close())

const newcomer = () => person(server, `crowd_one_${(number += 1)}`)
const send = (from: Person, to: Person) =>
  from.post<MessageView>('/messages', { receiverId: to.id, content: `from ${from.handle}` })
const statuses = (answers: readonly { status: number }[]) => [...new Set(answers.map(({ status }) => status))]

/** The commands of the store that it takes when they do it at the same moment. */
async function commandsOfAll(
  all: readonly Person[],
  status: number,
  call: (who: Person) => Promise<{ status: number }>,
): Promise<string[]> {
  let answers: { status: number }[] = []
  const commands = await commandsOf(async () => {
    answers = await Promise.all(all.map(call))
  })
  expect(statuses(answers)).toEqual([status])
  return commands
}

const costOf = async (call: (who: Person) => Promise<{ status: number }>): Promise<number> =>
  (await commandsOfAll(many, 201, call)).length / MANY

/** Of these, one after the other: so many that they would meet. */
const some = () => many.slice(0, 12)
const conflictsIn = (commands: readonly string[]) =>
  commands.filter((command) => command.startsWith('abortTransaction'))

it('[L97] forty first messages to a person who follows their senders are stored and notified of together', async () => {
  one = await newcomer()
  for (const { id } of many) await one.post(`/users/${id}/follow`)
  expect(await costOf((who) => send(who, one))).toBeLessThan(9)
  const list = (await one.get<ConversationView[]>('/messages/conversations')).body
  expect(list.map(({ unreadCount, lastSeq }) => [unreadCount, lastSeq])).toEqual(list.map(() => [1, 1]))
  expect((await one.get<{ count: number }>('/notifications/unread-count')).body).toMatchObject({
    count: MANY,
  })
  const [notice] = (await one.get<NotificationView[]>('/notifications')).body
  expect(notice).toMatchObject({ type: 'MESSAGE', read: false })
})

it('[L97] forty next messages to a person who has read everything are notified of together', async () => {
  const read = (await one.get<ConversationView[]>('/messages/conversations')).body
  expect(read.length).toBeGreaterThan(0)
  for (const who of many) {
    const { body } = await who.get<ConversationView[]>('/messages/conversations')
    await one.post(`/messages/${body[0]!.id}/read`, { seq: 1 })
  }
  expect((await one.get<{ count: number }>('/notifications/unread-count')).body).toMatchObject({ count: 0 })
  expect(await costOf((who) => send(who, one))).toBeLessThan(9)
  expect((await one.get<{ count: number }>('/notifications/unread-count')).body).toMatchObject({
    count: MANY,
  })
})

it('[L97] forty first messages of strangers to one person are stored together', async () => {
  const stranger = await newcomer()
  expect(await costOf((who) => send(who, stranger))).toBeLessThan(6)
  const { body } = await stranger.get<{ count: number }>('/notifications/unread-count')
  expect(body, 'requests make no notification').toMatchObject({ count: 0 })
  const requests = (await stranger.get<ConversationView[]>('/messages/requests')).body
  expect(new Set(requests.map(({ request }) => request))).toEqual(new Set(['waiting']))
})

it('[L97] requests that one person accepts at once are accepted one after the other', async () => {
  const asked = await newcomer()
  const ids = new Map<string, string>()
  for (const who of some()) ids.set(who.id, (await send(who, asked)).body.conversationId)
  const accept = ({ id }: Person) => asked.post(`/messages/${ids.get(id)}/accept`)
  expect(conflictsIn(await commandsOfAll(some(), 200, accept))).toEqual([])
})

it('[L97] blocks of one person at once come one after the other', async () => {
  const blocked = await newcomer()
  const block = (who: Person) => who.post(`/users/${blocked.id}/block`)
  expect(conflictsIn(await commandsOfAll(some(), 200, block))).toEqual([])
})

it('[L97] forty first messages of one person are stored together', async () => {
  const sender = await newcomer()
  expect(await costOf((who) => send(sender, who))).toBeLessThan(6)
  const { body } = await sender.get<ConversationView[]>('/messages/conversations')
  expect(new Set(body.map(({ lastSeq }) => lastSeq))).toEqual(new Set([1]))
})
