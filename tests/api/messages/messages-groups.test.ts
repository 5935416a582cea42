import { randomUUID } from 'node:crypto'
import mongoose, { Types, type ClientSession } from 'mongoose'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import type { NotificationView } from '#contract/notifications.ts'
import type { Draft } from '#server/features/messages/message-drafts.ts'
import { commandsOf } from '#tests/support/commands.ts'
import { GROUP_SIZES, limitGroups } from '#tests/support/group-sizes.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { recordEvents } from '#tests/support/record-events.ts'
import { newSeed, seeded, type Dice } from '#tests/support/seeded.ts'
import { befriend } from '#tests/support/insert-rows.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let pairs = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const newPair = async (): Promise<[Person, Person]> => {
  const number = (pairs += 1)
  const pair: [Person, Person] = [
    await person(server, `one_${number}`),
    await person(server, `two_${number}`),
  ]
  await befriend(...pair)
  return pair
}

/** Without HTTP, so that the order of the calls is known. */
async function send(from: Person, to: Person, content: string, more: Partial<Draft> = {}) {
  const { appendMessage } = await import('#server/features/messages/messages-append.ts')
  const { loadViewer } = await import('#server/features/people/users/viewers.service.ts')
  const [viewer, receiver] = [await loadViewer(from.id), await loadViewer(to.id)]
  return () =>
    appendMessage(viewer!, receiver!, {
      receiverId: to.id,
      content,
      clientId: randomUUID(),
      named: [],
      ...more,
    })
}

/** Sends all at the same moment, in this order. */
const atOnce = async (sends: readonly Promise<() => Promise<MessageView>>[]) => {
  const ready = await Promise.all(sends)
  return Promise.allSettled(ready.map((begin) => begin()))
}

const conversationOf = async (who: Person) =>
  (await who.get<ConversationView[]>('/messages/conversations')).body[0]!
const threadOf = async (id: string) => {
  const { MessageModel } = await import('#server/features/messages/messages.model.ts')
  const rows = await MessageModel.find({ conversationId: id }).sort({ seq: 1 }).lean()
  return rows.map(({ seq, content }) => ({ seq, content }))
}
const chatNotices = async (who: Person) =>
  (await who.get<NotificationView[]>('/notifications')).body.filter(({ type }) => type === 'MESSAGE')

const missing = { mediaUrl: '/uploads/0123456789abcdef0123.webp', mediaType: 'image' as const }

describe('Messages of one conversation at the same moment', () => {
  it.each(GROUP_SIZES)('are stored in their order and counted once, written %s', async (_, max) => {
    await limitGroups(max)
    const [ann, bob] = await newPair()
    const recorded = await recordEvents('message:created', 'conversation:updated')
    const ends = await atOnce(
      Array.from({ length: 10 }, (_, at) =>
        at % 3 === 0 ? send(bob, ann, `${at}`) : send(ann, bob, `${at}`),
      ),
    )
    const heard = recorded.stop()
    expect(ends.map((end) => end.status === 'fulfilled' && end.value.content)).toEqual(
      Array.from({ length: 10 }, (_, at) => `${at}`),
    )
    const { id } = await conversationOf(ann)
    expect(await threadOf(id)).toEqual(
      Array.from({ length: 10 }, (_, at) => ({ seq: at + 1, content: `${at}` })),
    )
    expect(await conversationOf(ann)).toMatchObject({
      lastSeq: 10,
      unreadCount: 4,
      lastMessage: { content: '9' },
    })
    expect(await conversationOf(bob)).toMatchObject({ unreadCount: 6 })
    expect([await chatNotices(ann), await chatNotices(bob)].map(({ length }) => length)).toEqual([1, 1])
    expect(heard.filter(({ name }) => name === 'message:created')).toHaveLength(10)
    // The new conversation; later messages come without a row (LIVE L52).
    expect(heard.filter(({ name }) => name === 'conversation:updated')).toHaveLength(2)
  })

  it.each(GROUP_SIZES)(
    'fail alone, and leave no gap: a retry and a missing upload, written %s',
    async (_, max) => {
      await limitGroups(max)
      const [ann, bob] = await newPair()
      const clientId = randomUUID()
      const [first] = await atOnce([send(ann, bob, 'first', { clientId })])
      expect(first!.status).toBe('fulfilled')
      const ends = await atOnce([
        send(ann, bob, 'two'),
        send(ann, bob, 'three'),
        send(ann, bob, 'first', { clientId }),
        send(bob, ann, 'four'),
        send(ann, bob, 'picture', { named: [missing] }),
        send(ann, bob, 'five'),
      ])
      expect(ends.map((end) => (end.status === 'fulfilled' ? end.value.seq : 'failed'))).toEqual([
        2,
        3,
        'failed',
        4,
        'failed',
        5,
      ])
      expect(ends[2]).toMatchObject({ reason: { code: 11000 } })
      expect((await threadOf((await conversationOf(ann)).id)).map(({ content }) => content)).toEqual([
        'first',
        'two',
        'three',
        'four',
        'five',
      ])
      expect(await conversationOf(bob)).toMatchObject({ lastSeq: 5, unreadCount: 4 })
      expect(await conversationOf(ann)).toMatchObject({ unreadCount: 1 })
    },
  )

  it.each(GROUP_SIZES)(
    '[L6] any mixture in three conversations leaves dense sequences and right counts, written %s',
    async (_, max) => {
      await limitGroups(max)
      const seed = newSeed()
      const dice = seeded(seed)
      const chats = await Promise.all(
        [1, 2, 3].map(async () => ({ people: await newPair(), sent: [] as Sent[] })),
      )
      for (let round = 0; round < 10; round += 1)
        await Promise.all(chats.map(({ people, sent }) => burst(dice, people, sent)))
      const context = `seed ${seed}`
      for (const { people, sent } of chats) {
        const { id, lastSeq } = await conversationOf(people[0])
        const thread = await threadOf(id)
        expect(thread, context).toEqual(sent.map(({ content }, at) => ({ seq: at + 1, content })))
        expect(lastSeq, context).toBe(sent.length)
        for (const who of people)
          expect((await conversationOf(who)).unreadCount, context).toBe(
            sent.filter(({ from }) => from !== who).length,
          )
      }
    },
  )
})

describe('Messages of many conversations at the same moment', () => {
  it('are stored and counted by a few commands together', async () => {
    const pairsOfPeople = await Promise.all(Array.from({ length: 10 }, newPair))
    const sendToEach = (content: string) => atOnce(pairsOfPeople.map(([ann, bob]) => send(ann, bob, content)))
    await sendToEach('first')
    const commands = await commandsOf(() => sendToEach('second'))
    for (const [ann, bob] of pairsOfPeople) {
      const { id } = await conversationOf(ann)
      expect(await threadOf(id)).toEqual([
        { seq: 1, content: 'first' },
        { seq: 2, content: 'second' },
      ])
      expect(await conversationOf(bob)).toMatchObject({
        lastSeq: 2,
        unreadCount: 2,
        lastMessage: { content: 'second' },
      })
      expect(await chatNotices(bob)).toHaveLength(1)
    }
    // The first message is written alone, the other nine together.
    expect(commands.filter((command) => command === 'insert messages')).toHaveLength(2)
    expect(commands.filter((command) => command === 'update conversations').length).toBeLessThanOrEqual(2)
    // Of the first and of the other nine: the conversations, what people have of them, and viewers.
    expect(commands.length).toBeLessThanOrEqual(12)
  })
})

describe('A conversation that a transaction of a stopped process has locked', () => {
  it.each(['its next seq', 'its record'])('holds up no other one: %s', async (locked) => {
    const chats = await Promise.all([newPair(), newPair(), newPair()])
    await atOnce(chats.map(([ann, bob]) => send(ann, bob, 'first')))
    const ids = await Promise.all(chats.map(async ([ann]) => (await conversationOf(ann)).id))
    const session = await mongoose.startSession()
    onTestFinished(() => session.endSession())
    session.startTransaction()
    await (locked === 'its record' ? lockRecord(ids[1]!, session) : lockSeq(ids[1]!, 2, session))

    const sends = await Promise.all(chats.map(([ann, bob]) => send(ann, bob, 'second')))
    const [one, waiting, other] = sends.map((begin) => begin())
    let isAnswered = false
    void waiting!.finally(() => (isAnswered = true))
    expect([await one, await other]).toMatchObject([{ seq: 2 }, { seq: 2 }])
    expect(isAnswered).toBe(false)
    await session.abortTransaction()
    expect(await waiting).toMatchObject({ seq: 2 })
    for (const [at, [ann, bob]] of chats.entries()) {
      expect((await threadOf(ids[at]!)).map(({ content }) => content)).toEqual(['first', 'second'])
      expect(await conversationOf(ann)).toMatchObject({ lastSeq: 2 })
      expect(await conversationOf(bob)).toMatchObject({ unreadCount: 2 })
    }
  })
})

async function lockRecord(id: string, session: ClientSession): Promise<void> {
  const { ConversationModel } = await import('#server/features/messages/messages.model.ts')
  await ConversationModel.updateOne({ _id: id }, { $inc: { rev: 1 } }, { session })
}

async function lockSeq(id: string, seq: number, session: ClientSession): Promise<void> {
  const { MessageModel } = await import('#server/features/messages/messages.model.ts')
  await MessageModel.collection.insertOne({ conversationId: new Types.ObjectId(id), seq }, { session })
}

interface Sent {
  id: string
  from: Person
  content: string
}

/** Up to twelve messages at once: some sent twice, some with an upload that does not exist. */
async function burst(dice: Dice, people: [Person, Person], sent: Sent[]): Promise<void> {
  const drafts = Array.from({ length: 1 + dice(12) }, () => {
    const [from, to] = dice(2) === 0 ? people : [people[1], people[0]]
    const clientId = randomUUID()
    return { from, to, clientId, content: clientId, isBad: dice(6) === 0, times: dice(4) === 0 ? 2 : 1 }
  })
  const sends = drafts.flatMap((draft) => Array.from({ length: draft.times }, () => draft))
  const ends = await atOnce(
    sends.map(({ from, to, clientId, content, isBad }) =>
      send(from, to, content, { clientId, ...(isBad && { named: [missing] }) }),
    ),
  )
  const stored = sends.flatMap(({ from, content }, at) => {
    const end = ends[at]!
    return end.status === 'fulfilled' ? [{ id: end.value.id, from, content, seq: end.value.seq }] : []
  })
  expect(new Set(stored.map(({ content }) => content))).toEqual(
    new Set(drafts.filter(({ isBad }) => !isBad).map(({ content }) => content)),
  )
  expect(new Set(stored.map(({ id }) => id)).size).toBe(stored.length)
  sent.push(...stored.sort((a, b) => a.seq - b.seq))
}
