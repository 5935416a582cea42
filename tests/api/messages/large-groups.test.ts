import { Types } from 'mongoose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import { endErasure } from '#tests/support/due-jobs.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { befriend } from '#tests/support/insert-rows.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

const MESSAGES = 300

let server: TestServer
let ann: Person
let bob: Person
let cat: Person
let id: string
let number = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  number += 1
  ;[ann, bob, cat] = (await Promise.all(
    ['ann', 'bob', 'cat'].map((name) => person(server, `large_${name}_${number}`)),
  )) as [Person, Person, Person]
  await befriend(ann, bob, cat)
  const input = { name: 'Very long', memberIds: [bob.id, cat.id] }
  id = (await ann.post<ConversationView>('/messages/groups', input)).body.id
})

/** Messages of the members in turn, beyond what has been written. */
async function fill(more: object = {}): Promise<void> {
  const { messages, conversations } = await import('#server/features/messages/messages.model.ts')
  const conversationId = new Types.ObjectId(id)
  const { lastSeq } = (await conversations.findOne({ _id: conversationId }))!
  const people = [ann, bob, cat].map((one) => new Types.ObjectId(one.id))
  await messages.insertMany(
    Array.from({ length: MESSAGES }, (_, at) => ({
      _id: new Types.ObjectId(),
      conversationId,
      seq: lastSeq + 1 + at,
      senderId: people[at % 3]!,
      receiverId: conversationId,
      content: `message ${at}`,
      mediaUrl: null,
      mediaType: null,
      deleted: false,
      createdAt: new Date(),
      rev: 1,
      ...more,
    })),
  )
}

/** Sends messages, one after the other, until the work has ended; at least one. */
async function sendDuring(who: Person, work: () => Promise<unknown>): Promise<number[]> {
  const state = { isOver: false }
  const working = work().finally(() => (state.isOver = true))
  const statuses: number[] = []
  while (!state.isOver || statuses.length === 0) {
    const content = `meanwhile ${statuses.length}`
    statuses.push((await who.post<MessageView>('/messages', { receiverId: id, content })).status)
  }
  await working
  return [...new Set(statuses)]
}

const left = async (which: object): Promise<number> => {
  const { messages } = await import('#server/features/messages/messages.model.ts')
  return messages.countDocuments({ conversationId: new Types.ObjectId(id), ...which })
}

describe('While others write in a group with many messages', () => {
  it('an account in it is erased', async () => {
    await fill()
    const erased = { senderId: new Types.ObjectId(cat.id) }
    const statuses = await sendDuring(ann, async () => {
      expect((await cat.delete('/user/delete-account')).status).toBe(204)
      await endErasure(cat)
      await until('nothing names them', async () => (await left(erased)) === 0, 60_000)
    })
    expect(statuses).toEqual([201])
  })

  it('its messages disappear', async () => {
    await fill({ expiresAt: new Date(Date.now() - 1) })
    const { eraseExpired } = await import('#server/features/messages/erase-expired.ts')
    expect(await sendDuring(ann, () => eraseExpired(id))).toEqual([201])
    expect(await left({ expiresAt: { $exists: true }, deleted: false })).toBe(0)
  })

  it('somebody leaves it', async () => {
    await fill()
    expect(await sendDuring(ann, () => bob.post(`/messages/groups/${id}/leave`))).toEqual([201])
  })
})
