import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import { across, person, type Person, type Reply } from '#tests/support/http-client.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { faultsInStore } from '#tests/support/stored-messages.ts'

// These tests start processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

const storeUri = freshDatabase()
let one: ServerProcess
let two: ServerProcess

beforeAll(async () => {
  const env = { MONGODB_URI: storeUri, SESSION_SECRET: 'shared-by-both-processes' }
  ;[one, two] = await Promise.all([startServerProcess(env), startServerProcess(env)])
})
afterAll(async () => {
  await Promise.all([one?.[Symbol.asyncDispose](), two?.[Symbol.asyncDispose]()])
  const store = await MongoClient.connect(storeUri)
  await store.db().dropDatabase()
  await store.close()
})

/** How often somebody is removed while they write. */
const ROUNDS = 20

const send = (from: Person, to: Person, clientId: string = crypto.randomUUID()) =>
  from.post<MessageView>('/messages', { receiverId: to.id, content: `from ${from.handle}`, clientId })
const numbers = (many: number) => Array.from({ length: many }, (_, at) => at + 1)

describe('Two server processes on one database', () => {
  it('[L6] create one conversation for a pair that writes for the first time, and number its messages without gaps', async () => {
    const ann = await person(one, 'ann')
    const bob = await person(two, 'bob')
    const senders = [ann, across(ann, two), bob, across(bob, one)]
    const answers = await Promise.all(numbers(40).map((at) => send(senders[at % 4]!, at % 4 < 2 ? bob : ann)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body }) => body.conversationId)).size).toBe(1)
    const thread = (await ann.get<MessageView[]>(`/messages/${answers[0]!.body.conversationId}`)).body
    expect(thread.map(({ seq }) => seq)).toEqual(numbers(40))
    expect((await bob.get<ConversationView[]>('/messages/conversations')).body).toMatchObject([
      { lastSeq: 40, unreadCount: 20 },
    ])
  })

  it('[L97] take forty first messages to one person at once, and notify that person of each', async () => {
    const eva = await person(one, 'eva')
    const senders = await Promise.all(numbers(40).map((at) => person(at % 2 ? one : two, `many_${at}`)))
    for (const { id } of senders) await eva.post(`/users/${id}/follow`)
    const answers = await Promise.all(senders.map((sender) => send(sender, eva)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect((await eva.get('/notifications/unread-count')).body).toMatchObject({ count: 40 })
  })

  it('[L5] store a message once that reaches both at once, and recognise it after a kill and a restart', async () => {
    const cat = await person(one, 'cat')
    const dan = await person(two, 'dan')
    const clientId = crypto.randomUUID()
    const both = [cat, across(cat, two)]
    const answers = await Promise.all(numbers(10).map((at) => send(both[at % 2]!, dan, clientId)))
    expect(answers.map(({ status }) => status).sort()).toEqual([...numbers(9).map(() => 200), 201])
    await one.kill()
    await one.start()
    const again = await send(cat, dan, clientId)
    expect([again.status, again.text]).toEqual([200, answers[0]!.text])
    expect((await send(cat, dan)).body.seq).toBe(2)
  })

  it('[L49] take no message of somebody who is being removed from a group after the line that says so, and count right', async () => {
    const [eve, fay, gil] = await Promise.all([person(one, 'eve'), person(two, 'fay'), person(two, 'gil')])
    await Promise.all([fay.post(`/users/${eve.id}/follow`), gil.post(`/users/${eve.id}/follow`)])
    const made = await eve.post<ConversationView>('/messages/groups', {
      name: 'All',
      memberIds: [fay.id, gil.id],
    })
    const { id } = made.body
    const say = async (who: Person) => {
      const words = { receiverId: id, content: 'Still here', clientId: crypto.randomUUID() }
      return who.post<MessageView>('/messages', words)
    }
    const answers: Reply<MessageView>[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const [removed, , ...said] = await Promise.all([
        eve.delete(`/messages/groups/${id}/members/${fay.id}`),
        gil.post(`/messages/${id}/read`, { seq: answers.length }),
        say(fay),
        say(across(fay, one)),
        say(round % 2 ? gil : across(gil, one)),
      ])
      expect(removed.status).toBeLessThan(300)
      answers.push(...said)
      await eve.post(`/messages/groups/${id}/members`, { memberIds: [fay.id] })
    }
    expect(answers.map(({ status }) => status).filter((status) => ![201, 404].includes(status))).toEqual([])
    const sent = answers.filter(({ status }) => status === 201).map(({ body }) => body)
    const store = await MongoClient.connect(storeUri)
    expect(await faultsInStore(store.db(), [eve, fay, gil], sent)).toEqual([])
    await store.close()
  })

  it('answer the first readers of a list of conversations, at both at once, with the whole of it, while more arrives', async () => {
    const friends = await Promise.all(numbers(6).map((at) => person(at % 2 ? one : two, `friend_${at}`)))
    for (let round = 0; round < 5; round += 1) {
      const hal = await person(one, `hal_${round}`)
      const readers = [hal, across(hal, two)]
      const read = async (at: number) => {
        const { status, body } = await readers[at % 2]!.get<ConversationView[]>('/messages/conversations')
        expect(status).toBe(200)
        return body
      }
      await Promise.all([friends[1]!, hal].map((one) => one.post(`/users/${friends[0]!.id}/follow`)))
      await Promise.all(friends.slice(1).map(({ id }) => hal.post(`/users/${id}/follow`)))
      const group = { name: 'All', memberIds: [hal.id, friends[1]!.id] }
      const { body: made, text } = await friends[0]!.post<ConversationView>('/messages/groups', group)
      expect(made, text).toBeDefined()
      const [old, young] = [friends.slice(0, 3), friends.slice(3)]
      const first = await Promise.all(old.map((friend) => send(friend, hal)))
      const known = [made.id, ...first.map(({ body }) => body.conversationId)].sort()
      const [, ...lists] = await Promise.all([
        Promise.all([...old, ...young].map((friend) => send(friend, hal))),
        ...numbers(10).map(read),
      ])
      for (const list of lists) {
        const ids = list.map(({ id }) => id)
        expect(ids.filter((id) => known.includes(id)).sort()).toEqual(known)
        expect(new Set(ids).size).toBe(ids.length)
      }
      const [here, there] = await Promise.all([read(0), read(1)])
      expect(here).toEqual(there)
      expect(here.length).toBe(1 + friends.length)
      const unread = here.filter(({ id }) => id !== made.id).map(({ unreadCount }) => unreadCount)
      expect(unread.sort()).toEqual([1, 1, 1, 2, 2, 2])
    }
  })
})
