import { randomBytes } from 'node:crypto'
import { Types } from 'mongoose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import { fewestOf } from '#tests/support/commands.ts'
import { expectIndexed, readsOf } from '#tests/support/explain.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { insertMemberships } from '#tests/support/insert-rows.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let ann: Person
const EPOCH = Date.UTC(2026, 0, 1)
/** The last message of conversation `at`; numbers 40 to 69 share one millisecond. */
const timeOf = (at: number) => new Date(EPOCH - (at >= 40 && at < 70 ? 40 : at) * 1000)

beforeAll(async () => {
  server = await startTestServer()
  ann = await person(server, 'ann')
  const { ConversationModel, MessageModel } = await import('#server/features/messages/messages.model.ts')
  const { UserModel } = await import('#server/features/people/users/users.model.ts')
  const people = Array.from({ length: 160 }, () => new Types.ObjectId())
  const owner = new Types.ObjectId(ann.id)
  await UserModel.collection.insertMany(
    people.map(
      (_id, at) =>
        ({
          _id,
          handle: `p${at}`,
          email: `p${at}@people.example`,
          displayName: `P ${at}`,
          avatarUrl: null,
          createdAt: timeOf(at),
          rev: 1,
        }) as never,
    ),
  )
  const conversation = (one: Types.ObjectId, other: Types.ObjectId, createdAt: Date) => ({
    _id: new Types.ObjectId(randomBytes(12).toString('hex')),
    pair: [one.toHexString(), other.toHexString()].sort().join(':'),
    people: [one, other],
    lastSeq: 300,
    lastMessage: { senderId: other, content: 'x', createdAt },
    createdAt,
    rev: 1,
  })
  const mine = people.map((id, at) => conversation(owner, id, timeOf(at)))
  const others = people.slice(1).map((id, at) => conversation(people[at]!, id, timeOf(at)))
  await ConversationModel.insertMany([...mine, ...others])
  await insertMemberships([...mine, ...others])
  const messages = [mine[0]!, mine[1]!, others[0]!].flatMap(({ _id }) =>
    Array.from({ length: 300 }, (_, at) => ({
      conversationId: _id,
      seq: at + 1,
      senderId: owner,
      receiverId: people[0]!,
      content: `m${at}`,
      createdAt: timeOf(0),
    })),
  )
  await MessageModel.insertMany(messages)
})
afterAll(() => server.close())

const page = async (query = '') => (await ann.get<ConversationView[]>(`/messages/conversations${query}`)).body

describe('The pages of a long list of conversations', () => {
  const title = 'hold fifty, never split what happened in one millisecond, and meet every conversation once'
  it.each(['before', 'cursor'])(`${title}, by \`%s\``, async (by) => {
    const collected: string[] = []
    const sizes: number[] = []
    for (let query = ''; ;) {
      const rows = await page(query)
      if (rows.length === 0) break
      collected.push(...rows.map(({ participants }) => participants[0]!.handle))
      sizes.push(rows.length)
      query = `?${by}=${rows.at(-1)!.lastMessage!.createdAt}`
    }
    expect(sizes).toEqual([70, 50, 40])
    expect(new Set(collected).size).toBe(160)
    expect(collected.slice(0, 3)).toEqual(['p0', 'p1', 'p2'])
  })

  it('begin with what is pinned, without it further below, and mark what is archived at its place', async () => {
    const { MembershipModel } = await import('#server/features/messages/memberships.model.ts')
    const all = await page()
    const byHandle = (handle: string, rows: ConversationView[]) =>
      rows.find(({ participants }) => participants[0]!.handle === handle)!
    const older = await page(`?before=${all.at(-1)!.lastMessage!.createdAt}`)
    const pinned = [byHandle('p100', older).id, byHandle('p10', all).id]
    const archived = [byHandle('p20', all).id, byHandle('p110', older).id]
    for (const one of pinned) expect((await ann.put(`/messages/${one}/pin`)).status).toBe(200)
    for (const one of archived) expect((await ann.put(`/messages/${one}/archive`)).status).toBe(200)
    const collected: ConversationView[][] = []
    for (let query = ''; ;) {
      const rows = await page(query)
      if (rows.length === 0) break
      collected.push(rows)
      query = `?before=${rows.at(-1)!.lastMessage!.createdAt}`
    }
    const handles = collected.map((rows) => rows.map(({ participants }) => participants[0]!.handle))
    expect(handles[0]!.slice(0, 3)).toEqual(['p100', 'p10', 'p0'])
    expect(new Set(handles.flat()).size).toBe(160)
    expect(handles.flat()).toHaveLength(160)
    // In the place of its time.
    const at = handles[0]!.indexOf('p20')
    expect(handles[0]!.slice(at - 1, at + 2)).toEqual(['p19', 'p20', 'p21'])
    expect(collected.flat().filter((one) => one.archived)).toHaveLength(2)
    const shelf = (await ann.get<ConversationView[]>('/messages/archived')).body
    expect(shelf.map(({ participants }) => participants[0]!.handle)).toEqual(['p20', 'p110'])
    // The same when several people ask at once.
    const { loadViewer } = await import('#server/features/people/users/viewers.service.ts')
    const { listConversations } = await import('#server/features/messages/message-lists.ts')
    const other = await person(server, 'asks_as_well')
    const viewers = await Promise.all([ann.id, other.id].map(async (id) => (await loadViewer(id))!))
    const [together] = await Promise.all(viewers.map((viewer) => listConversations(viewer, {})))
    expect(together).toEqual(collected[0])
    await MembershipModel.updateMany({}, { $unset: { pinnedAt: 1, archivedSeq: 1 } })
  })

  it('take one indexed read, one of what stands beside it, and one batch of names', async () => {
    const { loadViewer } = await import('#server/features/people/users/viewers.service.ts')
    const { listConversations } = await import('#server/features/messages/message-lists.ts')
    const viewer = (await loadViewer(ann.id))!
    for (const query of [{}, { before: timeOf(80).toISOString() }]) {
      const reads = await readsOf(() => listConversations(viewer, query))
      expectIndexed(reads)
      expect([...new Set(reads.map(({ collection }) => collection))].sort()).toEqual([
        'conversations',
        'memberships',
        'messages',
        'users',
      ])
    }
    const apart = await readsOf(() => listConversations(viewer, { before: timeOf(80).toISOString() }))
    // The list, what the person has of it and has not read, its two shelves and the names.
    expect(apart.length).toBeLessThanOrEqual(7)
  })
})

describe('Lists that several people ask for at the same moment', () => {
  it('are the same as when each asks alone, and are read together', async () => {
    const { loadViewer } = await import('#server/features/people/users/viewers.service.ts')
    const { listConversations } = await import('#server/features/messages/message-lists.ts')
    const { UserModel } = await import('#server/features/people/users/users.model.ts')
    const rows = await UserModel.find({ handle: /^p\d$/ }, { _id: 1 }).lean()
    const newcomer = await person(server, 'newcomer')
    const ids = [ann.id, newcomer.id, ...rows.map(({ _id }) => _id.toHexString())]
    const viewers = await Promise.all(ids.map(async (id) => (await loadViewer(id))!))
    const alone: ConversationView[][] = []
    for (const viewer of viewers) alone.push(await listConversations(viewer, {}))
    expect(alone.map(({ length }) => length).slice(0, 2)).toEqual([70, 0])
    const together = () => Promise.all(viewers.map((viewer) => listConversations(viewer, {})))
    expect(await together()).toEqual(alone)
    const commands = await fewestOf(async () => void (await together()))
    // The lists together, what stands beside them, what people have of them and have not read, the edge of the one
    // page that ends within a millisecond, and the cards.
    expect(commands.length).toBeLessThanOrEqual(11)
  })

  it('read no more of a long list than its first page', async () => {
    const { loadViewer } = await import('#server/features/people/users/viewers.service.ts')
    const { listConversations } = await import('#server/features/messages/message-lists.ts')
    const other = await person(server, 'asks_too')
    const viewers = await Promise.all([ann.id, other.id].map(async (id) => (await loadViewer(id))!))
    const reads = await readsOf(() => Promise.all(viewers.map((viewer) => listConversations(viewer, {}))))
    const together = reads.filter(({ collection }) => collection.startsWith('$cmd'))
    // The lists and the requests.
    expect(together.map(({ returned, sortsInMemory }) => [returned, sortsInMemory])).toEqual([
      [2, false],
      [2, false],
    ])
    // Fifty, and a few more for a page that ends within a millisecond.
    const [requests, lists] = together.map(({ docsExamined }) => docsExamined).sort((a, b) => a - b)
    expect(requests).toBe(0)
    expect(lists).toBeGreaterThan(49)
    expect(lists).toBeLessThan(65)
  })
})

describe('The pages of a long thread', () => {
  it('take one indexed read each', async () => {
    const [{ id } = { id: '' }] = await page()
    const { messageSkeleton: messagesPage } = await import('#server/features/messages/message-lists.ts')
    for (const query of [{}, { before: 200 }, { after: 100 }, { after: 100, before: 120 }]) {
      const reads = await readsOf(() => messagesPage(id, query))
      expect(reads).toHaveLength(1)
      expectIndexed(reads)
      expect(reads[0]!.returned).toBe(Math.min(50, (query.before ?? 301) - (query.after ?? 0) - 1))
    }
  })

  it('find the conversation by its pair, and its unread messages, through an index', async () => {
    const { loadViewer } = await import('#server/features/people/users/viewers.service.ts')
    const { conversationWith } = await import('#server/features/messages/message-lists.ts')
    const viewer = (await loadViewer(ann.id))!
    const other = (await page())[0]!.participants[0]!.id
    await loadViewer(other)
    expectIndexed(await readsOf(() => conversationWith(viewer, other)))
  })
})

describe('A long thread', () => {
  it.each(['before', 'cursor'])('is read fifty at a time; by `%s` each message comes once', async (by) => {
    const [conversation] = await page()
    const seqs: number[] = []
    for (let query = ''; ;) {
      const { body } = await ann.get<MessageView[]>(`/messages/${conversation!.id}${query}`)
      if (body.length === 0) break
      seqs.unshift(...body.map(({ seq }) => seq))
      query = `?${by}=${body[0]!.seq}`
    }
    expect(seqs).toEqual(Array.from({ length: 300 }, (_, at) => at + 1))
  })
})

describe('A cursor that none of these lists has issued', () => {
  it('is answered 400', async () => {
    const [conversation] = await page()
    for (const path of [
      '/messages/conversations?cursor=7',
      '/messages/conversations?cursor=',
      `/messages/${conversation!.id}?cursor=2026-01-01T00:00:00.000Z`,
      `/messages/${conversation!.id}?cursor=`,
    ])
      expect((await ann.get(path)).status, path).toBe(400)
  })
})
