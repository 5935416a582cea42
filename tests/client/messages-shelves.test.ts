import { afterEach, describe, expect, it, vi } from 'vitest'
import { PAGE } from '#contract/limits.ts'
import type { ConversationView } from '#contract/messages.ts'
import { conversationsIn, type Place } from '#client/features/messages/data/conversation-lists.ts'
import {
  applyConversations,
  conversationOf,
  useConversationsStore,
} from '#client/features/messages/data/conversations.store.ts'
import {
  conversationsOf,
  refetchConversations,
  refetchGroups,
} from '#client/features/messages/data/messages.lists.ts'
import { catchUp, hasMore, openList, fetchMore } from '#client/live/list/live-list.ts'
import { resetStores } from '#client/live/registry.ts'
import { resync } from '#client/live/resync.ts'
import { answerCalls } from './support/fake-server.ts'

const view = (id: string, more: Partial<ConversationView> = {}): ConversationView => ({
  id,
  participants: [],
  lastMessage: { content: id, mediaType: null, createdAt: '2026-01-01T00:00:00.000Z', senderId: 'x', seq: 1 },
  unreadCount: 1,
  lastSeq: 1,
  readSeq: {},
  can: { send: true },
  rev: 1,
  ...more,
})

afterEach(() => {
  resetStores()
  vi.unstubAllGlobals()
})

/** Opens a place, or reads it again when it is open. */
async function read(place: Place): Promise<void> {
  const source = conversationsOf(place)
  openList(source)
  await catchUp(source.key)
}
const idsIn = (place: Place) => conversationsIn(place).map(({ id }) => id)
const requests = () =>
  Object.fromEntries(
    [...useConversationsStore.getState().records.values()].map(({ id, request }) => [id, request]),
  )

describe('[L37] The shelf after a time without events', () => {
  it('loses what was declined elsewhere, and keeps what it still has', async () => {
    answerCalls(() => [view('b', { request: 'waiting' })])
    applyConversations([view('a', { request: 'waiting' }), view('b', { request: 'waiting' }), view('c')])
    await read('requests')
    expect(requests()).toEqual({ a: 'declined', b: 'waiting', c: undefined })
  })

  it('is replaced by a newer version of what left it', async () => {
    answerCalls(() => [])
    applyConversations([view('a', { request: 'waiting' })])
    await read('requests')
    applyConversations([view('a', { rev: 2 })])
    expect(requests()).toEqual({ a: undefined })
  })

  it('of archived ones loses what was taken out elsewhere', async () => {
    answerCalls(() => [view('b', { archived: true })])
    applyConversations([view('a', { archived: true }), view('b', { archived: true })])
    await read('archived')
    expect([idsIn('archived'), idsIn('list')]).toEqual([['b'], ['a']])
  })

  it('keeps a request that arrived while it was read', async () => {
    answerCalls(() => {
      applyConversations([view('late', { request: 'waiting' })])
      return []
    })
    await read('requests')
    expect(requests()).toEqual({ late: 'waiting' })
  })
})

const at = (minute: number) => ({
  ...view('x').lastMessage!,
  createdAt: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
})
/** Conversations, one each minute, the newest one first. */
const rowsDownFrom = (minute: number, count: number) =>
  Array.from({ length: count }, (_, back) => view(`c${minute - back}`, { lastMessage: at(minute - back) }))

/** The server with these rows, newest first. As there, pinned ones are in the first page and in no other. */
function serve(rows: readonly ConversationView[]) {
  const server = { rows, asked: 0 }
  answerCalls((_, path) => {
    server.asked += 1
    const before = new URL(path, 'http://palace').searchParams.get('before')
    const others = server.rows.filter(({ pinnedAt }) => !pinnedAt)
    const page = others.filter((one) => !before || one.lastMessage!.createdAt < before)
    return [
      ...(before ? [] : server.rows.filter(({ pinnedAt }) => pinnedAt)),
      ...page.slice(0, PAGE.conversations),
    ]
  })
  return server
}

/** Loads the list to its end. */
async function readAll(place: Place = 'list'): Promise<void> {
  await read(place)
  const { key } = conversationsOf(place)
  while (hasMore(key)) await fetchMore(key)
}

describe('[L7] After an interruption a list of more than one page', () => {
  it('is what a reload shows, on each of its pages', async () => {
    const server = serve(rowsDownFrom(120, 120))
    await readAll()
    expect(idsIn('list')).toHaveLength(120)
    const isThere = ({ id }: ConversationView) => !['c110', 'c60', 'c7'].includes(id)
    const wasRead = view('c5', { lastMessage: at(5), unreadCount: 0, rev: 2 })
    server.rows = [
      view('new', { lastMessage: at(121) }),
      ...rowsDownFrom(120, 120)
        .filter(isThere)
        .map((one) => (one.id === 'c5' ? wasRead : one)),
    ]
    server.asked = 0
    await resync({ reason: 'wake', since: 0 })
    expect(server.asked).toBe(3)
    expect(conversationsIn('list')).toEqual(server.rows)
  })

  it('also on a shelf', async () => {
    const archived = rowsDownFrom(60, 60).map((one) => ({ ...one, archived: true as const }))
    const server = serve(archived)
    await readAll('archived')
    server.rows = archived.filter(({ id }) => id !== 'c3')
    await resync({ reason: 'wake', since: 0 })
    expect(conversationsIn('archived')).toEqual(server.rows)
  })

  it('keeps a pinned conversation that is older than its first page', async () => {
    const rows = rowsDownFrom(120, 120)
    const pinned = { ...rows[100]!, pinnedAt: at(0).createdAt }
    serve([pinned, ...rows.filter(({ id }) => id !== pinned.id)])
    await readAll()
    await resync({ reason: 'wake', since: 0 })
    expect(conversationOf(pinned.id)).toEqual(pinned)
    expect(idsIn('list')).toHaveLength(120)
  })
})

describe('[L76] The list after a time without events', () => {
  const group = { memberCount: 2, isAdmin: false, showsHistory: false, firstSeq: 1, rev: 1 }

  it('loses the groups that the viewer is no longer in, on every page of it, and their unread messages', async () => {
    const full = rowsDownFrom(100, PAGE.conversations)
    const older = view('older', { lastMessage: at(3) })
    serve([...full, older])
    applyConversations([
      ...full,
      view('newest', { group, lastMessage: at(101) }),
      older,
      view('old group', { group, lastMessage: at(2) }),
    ])
    await refetchConversations()
    await refetchGroups()
    expect(idsIn('list')).toEqual([...full.map(({ id }) => id), 'older'])
  })

  it('loses what was archived meanwhile, and shows it again with its next version', async () => {
    answerCalls(() => [])
    applyConversations([view('a')])
    await refetchConversations()
    expect(conversationsIn('list')).toEqual([])
    expect(conversationOf('a')).toMatchObject({ unreadCount: 0 })
    applyConversations([view('a', { rev: 2 })])
    expect(conversationsIn('list')).toEqual([view('a', { rev: 2 })])
  })

  it('[L79] takes a name and a right to write that came without a new rev', async () => {
    const renamed = view('a', { can: { send: false } })
    answerCalls(() => [renamed])
    applyConversations([view('a')])
    await refetchConversations()
    expect(conversationOf('a')).toEqual(renamed)
  })
})
