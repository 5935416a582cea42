import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MESSAGES } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import { ConversationView, type ConversationWith, type MessageView } from '#contract/messages.ts'
import type { NotificationView } from '#contract/notifications.ts'
import { expectIndexed, readsOf } from '#tests/support/explain.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { insertMemberships } from '#tests/support/insert-rows.ts'
import { recordEvents } from '#tests/support/record-events.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
/** Receives what a stranger writes. */
let ann: Person
let stranger: Person
let number = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  number += 1
  ann = await person(server, `req_ann_${number}`)
  stranger = await person(server, `req_bob_${number}`)
})

const settled = async () => (await import('#server/platform/bus.ts')).bus.settled()
const send = (from: Person, to: Person, content = 'Psst.') =>
  from.post<MessageView>('/messages', { receiverId: to.id, content })
const sent = async (from: Person, to: Person) => (await send(from, to)).body
const everything = async (who: Person) => (await who.get<ConversationView[]>('/messages/conversations')).body
/** As the page shows it: requests stand apart. */
const list = async (who: Person) => (await everything(who)).filter(({ request }) => request === undefined)
const shelf = async (who: Person, query = '') =>
  (await who.get<ConversationView[]>(`/messages/requests${query}`)).body
const act = (who: Person, id: string, verb: 'accept' | 'decline') =>
  who.post<ConversationView>(`/messages/${id}/${verb}`)
const read = (who: Person, id: string, seq: number) =>
  who.post<ConversationView>(`/messages/${id}/read`, { seq })
const notices = async (who: Person) =>
  (await who.get<NotificationView[]>('/notifications')).body.filter(({ type }) => type === 'MESSAGE')
const ids = (views: ConversationView[]) => views.map(({ id }) => id)

async function all<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const row of rows) found.push(row)
  return found
}

/** The pushes of a conversation to one person, while `work` runs. */
async function pushedTo(who: Person, work: () => Promise<unknown>): Promise<ConversationView[]> {
  const recording = await recordEvents('conversation:updated')
  await work()
  return recording
    .stop()
    .flatMap(({ name, payload }) =>
      name === 'conversation:updated' && payload.userId === who.id ? [payload.conversation] : [],
    )
}

describe('[L37] The first words of a stranger', () => {
  it('are a request: in the shelf, marked in the list, without a notification', async () => {
    const { conversationId } = await sent(stranger, ann)
    expect(await list(ann)).toEqual([])
    expect(await notices(ann)).toEqual([])
    const [request] = await shelf(ann)
    expect(ConversationView.parse(request)).toEqual(request)
    expect(request).toMatchObject({ id: conversationId, request: 'waiting', unreadCount: 1, lastSeq: 1 })
    expect(await everything(ann)).toEqual([request])
    const { countUnreadMessages } = await import('#server/features/messages/message-lists.ts')
    const { loadViewer } = await import('#server/features/people/users/viewers.service.ts')
    const counts = async () => countUnreadMessages((await loadViewer(ann.id))!)
    expect(await counts(), 'a mark without a number').toEqual({ messages: 0, requests: 1 })
    await read(ann, conversationId, 1)
    expect(await counts()).toEqual({ messages: 0, requests: 0 })
    await send(stranger, ann, 'Psst again.')
    expect(await counts()).toEqual({ messages: 0, requests: 1 })
    await act(ann, conversationId, 'decline')
    expect(await counts()).toEqual({ messages: 0, requests: 0 })
  })

  it('[L69] make a notification for who wants it: one, not pushed to a device, gone with the request', async () => {
    const set = await ann.patch<{ requestNotices: boolean }>('/users/me/notifications', {
      requestNotices: true,
    })
    expect(set.body.requestNotices).toBe(true)
    const { conversationId } = await sent(stranger, ann)
    await send(stranger, ann, 'Hello?')
    const [notice, ...others] = await notices(ann)
    expect(others).toEqual([])
    expect(notice).toMatchObject({ read: false, data: { conversationId, isRequest: true } })
    const { pushKindOf } = await import('#server/features/notifications/push/push-settings.service.ts')
    expect(pushKindOf(notice!)).toBeNull()
    expect((await notices(stranger)).length, 'the sender learns nothing').toBe(0)
    await act(ann, conversationId, 'decline')
    expect(await notices(ann)).toEqual([])
    await send(stranger, ann, 'Rude.')
    expect(await notices(ann), 'nor anything of a declined one').toEqual([])
    const other = await person(server, `req_eve_${number}`)
    const { conversationId: accepted } = await sent(other, ann)
    await act(ann, accepted, 'accept')
    expect(await notices(ann), 'none again with the acceptance').toHaveLength(1)
    await read(ann, accepted, 1)
    expect((await notices(ann))[0]).toMatchObject({ read: true })
  })

  it('are an ordinary conversation for the stranger', async () => {
    const { conversationId } = await sent(stranger, ann)
    const [own] = await list(stranger)
    expect(own).toMatchObject({ id: conversationId, can: { send: true } })
    expect(own).not.toHaveProperty('request')
    expect(await shelf(stranger)).toEqual([])
  })

  it('are no request when the receiver follows the sender', async () => {
    await ann.post(`/users/${stranger.id}/follow`)
    const { conversationId } = await sent(stranger, ann)
    expect(ids(await list(ann))).toEqual([conversationId])
    expect(await shelf(ann)).toEqual([])
    expect(await notices(ann)).toHaveLength(1)
  })

  it('leave no trace of being read: neither position nor `rev` of the sender change', async () => {
    const { conversationId } = await sent(stranger, ann)
    const [before] = await list(stranger)
    const pushes = await pushedTo(stranger, () => read(ann, conversationId, 1))
    expect(pushes).toEqual([])
    expect(await list(stranger)).toEqual([before])
    expect((await shelf(ann))[0]).toMatchObject({ unreadCount: 0, readSeq: { [ann.id]: 1 } })
    await act(ann, conversationId, 'accept')
    const [after] = await list(stranger)
    expect(after!.readSeq[ann.id], 'shown from now on').toBe(1)
    expect(after!.rev).toBeGreaterThan(before!.rev)
  })

  it('end after a number of messages, until they are accepted', async () => {
    for (let at = 0; at < LIMITS.requestMessages; at += 1)
      expect((await send(stranger, ann, `word ${at}`)).status).toBe(201)
    const refused = await send(stranger, ann, 'one more')
    expect([refused.status, refused.text]).toEqual([403, MESSAGES.requestWaits])
    const can = { send: false, why: MESSAGES.requestWaits }
    const [conversation] = await list(stranger)
    expect(conversation!.can).toEqual(can)
    const asked = await stranger.get<ConversationWith>(`/messages/with/${ann.id}`)
    expect(asked.body.can).toEqual(can)
    await act(ann, conversation!.id, 'accept')
    expect((await send(stranger, ann, 'one more')).status).toBe(201)
  })

  it('end after the same number when many are sent at the same moment', async () => {
    await sent(stranger, ann)
    const answers = await Promise.all(
      Array.from({ length: LIMITS.requestMessages + 4 }, (_, at) => send(stranger, ann, `word ${at}`)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(LIMITS.requestMessages - 1)
  })
})

describe('[L37] A request', () => {
  it.each(['accept', 'answer', 'reaction', 'follow'] as const)(
    'joins the list by %s, and both people are told',
    async (how) => {
      const { conversationId, id } = await sent(stranger, ann)
      const ways = {
        accept: () => act(ann, conversationId, 'accept'),
        answer: () => send(ann, stranger, 'Yes?'),
        reaction: () => ann.put(`/messages/${conversationId}/${id}/reaction`, { emoji: '🪠' }),
        follow: () => ann.post(`/users/${stranger.id}/follow`),
      }
      const pushes = await pushedTo(ann, async () => expect((await ways[how]()).status).toBeLessThan(300))
      expect(await shelf(ann)).toEqual([])
      const [accepted] = await list(ann)
      expect(accepted).toMatchObject({ id: conversationId })
      expect(accepted).not.toHaveProperty('request')
      expect(pushes.at(-1)).not.toHaveProperty('request')
      // The page adds the answer itself (LIVE L52).
      const expected = how === 'answer' ? { ...accepted, lastSeq: 1, rev: accepted!.rev - 1 } : accepted!
      const { lastMessage: _, ...row } = expected
      expect(pushes.at(-1)).toMatchObject(row)
      expect((await send(stranger, ann)).status).toBe(201)
      expect(await notices(ann), 'a conversation with unread messages has its notification').toHaveLength(1)
    },
  )

  it('that was accepted shows its receiver to the sender, as an answer does', async () => {
    const { acceptsMessagesFrom } = await import('#server/features/messages/conversation-heads.ts')
    const { conversationId } = await sent(stranger, ann)
    expect(await acceptsMessagesFrom(ann.id, stranger.id)).toBe(false)
    await act(ann, conversationId, 'accept')
    expect(await acceptsMessagesFrom(ann.id, stranger.id)).toBe(true)
  })

  it('can be accepted twice, and neither by its sender nor across a block', async () => {
    const { conversationId } = await sent(stranger, ann)
    await act(stranger, conversationId, 'accept')
    await act(stranger, conversationId, 'decline')
    expect(ids(await shelf(ann))).toEqual([conversationId])
    await ann.post(`/users/${stranger.id}/block`)
    expect((await act(ann, conversationId, 'accept')).status).toBe(403)
    await ann.delete(`/users/${stranger.id}/block`)
    // The conversation learns of it after the commit: its rev rises once more then.
    await settled()
    const first = await act(ann, conversationId, 'accept')
    expect(await act(ann, conversationId, 'accept')).toMatchObject({ status: 200, body: first.body })
    expect(await act(ann, conversationId, 'decline')).toMatchObject({ status: 200, body: first.body })
  })

  it('that was declined is gone, its sender sees nothing of it, and later words do not come back', async () => {
    const { conversationId } = await sent(stranger, ann)
    const before = await list(stranger)
    const [declined] = await pushedTo(ann, async () => {
      expect(await pushedTo(stranger, () => act(ann, conversationId, 'decline'))).toEqual([])
    })
    expect(declined).toMatchObject({ id: conversationId, request: 'declined', unreadCount: 0 })
    expect((await act(ann, conversationId, 'decline')).body).toEqual(declined)
    expect(await list(stranger)).toEqual(before)
    expect((await send(stranger, ann, 'Hello?')).status).toBe(201)
    expect([await list(ann), await shelf(ann), await notices(ann)]).toEqual([[], [], []])
    const { body } = await ann.get<ConversationWith>(`/messages/with/${stranger.id}`)
    expect(body.conversation).toMatchObject({ request: 'declined', unreadCount: 0, lastSeq: 2 })
  })

  it('that was declined joins the list when its receiver writes after all', async () => {
    const { conversationId } = await sent(stranger, ann)
    await act(ann, conversationId, 'decline')
    await send(ann, stranger, 'I thought about it.')
    expect(ids(await list(ann))).toEqual([conversationId])
  })

  it('of two people who write to each other at the same moment is none in the end', async () => {
    await Promise.all([send(stranger, ann), send(ann, stranger)])
    expect([(await list(ann)).length, (await list(stranger)).length]).toEqual([1, 1])
    expect([await shelf(ann), await shelf(stranger)]).toEqual([[], []])
  })

  it('and a follow at the same moment come one after the other', async () => {
    await Promise.all([send(stranger, ann), ann.post(`/users/${stranger.id}/follow`)])
    expect(await shelf(ann)).toEqual([])
    expect(await list(ann)).toHaveLength(1)
  })

  it('keeps the read position from its sender across a block, too', async () => {
    const { conversationId } = await sent(stranger, ann)
    await read(ann, conversationId, 1)
    await ann.post(`/users/${stranger.id}/block`)
    expect((await list(stranger))[0]!.readSeq[ann.id]).toBe(0)
  })

  it('stays in the shelf when its sender deletes their account', async () => {
    await sent(stranger, ann)
    const { eraseMessages } = await import('#server/features/messages/messages.personal-data.ts')
    const { UserModel } = await import('#server/features/people/users/users.model.ts')
    const user = (await UserModel.findById(stranger.id).lean())!
    await UserModel.deleteOne({ _id: stranger.id })
    const erased = { id: stranger.id, handle: user.handle, email: user.email } as never
    await eraseMessages(erased, { signal: new AbortController().signal, last: true })
    expect(await list(ann)).toEqual([])
    expect((await shelf(ann))[0]).toMatchObject({ request: 'waiting', can: { send: false } })
  })

  it('leaves the sender an ordinary conversation when its receiver deletes their account', async () => {
    await sent(stranger, ann)
    const { eraseMessages } = await import('#server/features/messages/messages.personal-data.ts')
    const { UserModel } = await import('#server/features/people/users/users.model.ts')
    const user = (await UserModel.findById(ann.id).lean())!
    await UserModel.deleteOne({ _id: ann.id })
    const erased = { id: ann.id, handle: user.handle, email: user.email } as never
    await eraseMessages(erased, { signal: new AbortController().signal, last: true })
    expect((await list(stranger))[0]!.participants[0]!.displayName).toBe('Deleted account')
  })

  it('is in the export of its receiver, and not in that of its sender', async () => {
    const { exportedMessages } = await import('#server/features/messages/messages.personal-data.ts')
    const { conversationId } = await sent(stranger, ann)
    await act(ann, conversationId, 'decline')
    expect(await all(exportedMessages(ann.id))).toMatchObject([{ request: 'declined' }])
    expect((await all(exportedMessages(stranger.id)))[0]).not.toHaveProperty('request')
  })
})

describe('The shelf of a person with very many requests', () => {
  const REQUESTS = 400

  beforeEach(async () => {
    const { Types } = await import('mongoose')
    const { ConversationModel } = await import('#server/features/messages/messages.model.ts')
    const me = new Types.ObjectId(ann.id)
    const rows = Array.from({ length: REQUESTS + 120 }, (_, at) => {
      const [_id, other] = [new Types.ObjectId(), new Types.ObjectId()]
      const from = at < REQUESTS ? other : at < REQUESTS + 60 ? me : null
      return {
        _id,
        pair: [ann.id, other.toHexString()].sort().join(':'),
        people: [other, me],
        lastSeq: 1,
        lastMessage: { senderId: other, content: 'x', createdAt: new Date(Date.UTC(2026, 0, 1) - at * 1000) },
        ...(from && { request: { from } }),
        createdAt: new Date(),
        rev: 1,
      }
    })
    await ConversationModel.insertMany(rows)
    await insertMemberships(rows)
  })

  it('has all of them, page by page, by either name of the cursor', async () => {
    for (const by of ['before', 'cursor']) {
      const collected: string[] = []
      for (let query = ''; ;) {
        const rows = await shelf(ann, query)
        if (rows.length === 0) break
        collected.push(...ids(rows))
        query = `?${by}=${rows.at(-1)!.lastMessage!.createdAt}`
      }
      expect([collected.length, new Set(collected).size]).toEqual([REQUESTS, REQUESTS])
    }
  })

  it('and the list are one ordered read of an index each, which does not go through the other', async () => {
    const { loadViewer } = await import('#server/features/people/users/viewers.service.ts')
    const lists = await import('#server/features/messages/message-lists.ts')
    const [viewer, other] = [(await loadViewer(ann.id))!, (await loadViewer(stranger.id))!]
    for (const query of [{}, { before: new Date(Date.UTC(2026, 0, 1) - 450_000).toISOString() }])
      expectIndexed(await readsOf(() => lists.listConversations(viewer, query)))
    expectIndexed(await readsOf(() => lists.listRequests(viewer, {})))
    const together = () => Promise.all([viewer, other].map((who) => lists.listConversations(who, {})))
    const [mine] = await together()
    expect(ids(mine!)).toEqual(ids(await lists.listConversations(viewer, {})))
    const apart = Map.groupBy(mine!, ({ request }) => request ?? 'accepted')
    expect(apart.get('accepted')).toHaveLength(50)
    expect(apart.get('waiting')!.length).toBeGreaterThanOrEqual(50)
    for (const { docsExamined, sortsInMemory } of await readsOf(together)) {
      expect(docsExamined).toBeLessThan(300)
      expect(sortsInMemory).toBe(false)
    }
  })
})
