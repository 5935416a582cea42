import { afterEach, describe, expect, it, vi } from 'vitest'
import { PAGE } from '#contract/limits.ts'
import type { ConversationView } from '#contract/messages.ts'

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
  vi.resetModules()
  vi.unstubAllGlobals()
})

async function page(answer: () => ConversationView[]) {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json(answer())),
  )
  const conversations = await import('#client/features/messages/data/conversations.store.ts')
  const lists = await import('#client/features/messages/data/conversation-lists.ts')
  const shelves = await import('#client/features/messages/data/shelves.store.ts')
  const states = () =>
    Object.fromEntries(
      [...conversations.useConversationsStore.getState().records.values()].map(({ id, request }) => [
        id,
        request,
      ]),
    )
  const actions = await import('#client/features/messages/data/messages.actions.ts')
  return {
    ...conversations,
    ...lists,
    ...shelves,
    ...actions,
    loadRequests: () => shelves.loadShelf('requests'),
    states,
  }
}

describe('[L37] The shelf after a time without events', () => {
  it('loses what was declined elsewhere, and keeps what it still has', async () => {
    const { applyConversations, loadRequests, states } = await page(() => [view('b', { request: 'waiting' })])
    applyConversations([view('a', { request: 'waiting' }), view('b', { request: 'waiting' }), view('c')])
    await loadRequests()
    expect(states()).toEqual({ a: 'declined', b: 'waiting', c: undefined })
  })

  it('is replaced by a newer version of what left it', async () => {
    const { applyConversations, loadRequests, states } = await page(() => [])
    applyConversations([view('a', { request: 'waiting' })])
    await loadRequests()
    applyConversations([view('a', { rev: 2 })])
    expect(states()).toEqual({ a: undefined })
  })

  it('of archived ones loses what was taken out elsewhere', async () => {
    const { applyConversations, loadShelf, conversationsIn } = await page(() => [
      view('b', { archived: true }),
    ])
    applyConversations([view('a', { archived: true }), view('b', { archived: true })])
    await loadShelf('archived')
    expect(conversationsIn('archived').map(({ id }) => id)).toEqual(['b'])
    expect(conversationsIn('list').map(({ id }) => id)).toEqual(['a'])
  })

  it('keeps a request that arrived while it was read', async () => {
    let arrive = () => {}
    const { applyConversations, loadRequests, states } = await page(() => {
      arrive()
      return []
    })
    arrive = () => applyConversations([view('late', { request: 'waiting' })])
    await loadRequests()
    expect(states()).toEqual({ late: 'waiting' })
  })
})

describe('[L76] The list after a time without events', () => {
  const group = { memberCount: 2, isAdmin: false, showsHistory: false, firstSeq: 1, rev: 1 }
  const at = (minute: number) => ({
    ...view('x').lastMessage!,
    createdAt: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
  })

  it('loses the groups that the viewer is no longer in, on every page of it, and their unread messages', async () => {
    const full = Array.from({ length: PAGE.conversations }, (_, minute) =>
      view(`full ${minute}`, { lastMessage: at(100 - minute), unreadCount: 0 }),
    )
    const answers = [full, [view('older', { lastMessage: at(3) })]]
    const { applyConversations, reloadConversations, conversationsIn } = await page(() => answers.shift()!)
    applyConversations([
      ...full,
      view('newest', { group, lastMessage: at(101) }),
      view('older', { lastMessage: at(3) }),
      view('old group', { group, lastMessage: at(2) }),
    ])
    await reloadConversations()
    expect(conversationsIn('list').map(({ id }) => id)).toEqual([...full.map(({ id }) => id), 'older'])
  })

  it('loses what was archived meanwhile, and shows it again with its next version', async () => {
    const { applyConversations, reloadConversations, conversationsIn, conversationOf } = await page(() => [])
    applyConversations([view('a')])
    await reloadConversations()
    expect(conversationsIn('list')).toEqual([])
    expect(conversationOf('a')).toMatchObject({ unreadCount: 0 })
    applyConversations([view('a', { rev: 2 })])
    expect(conversationsIn('list')).toEqual([view('a', { rev: 2 })])
  })

  it('[L79] takes a name and a right to write that came without a new rev', async () => {
    const renamed = view('a', { can: { send: false } })
    const { applyConversations, reloadConversations, conversationOf } = await page(() => [renamed])
    applyConversations([view('a')])
    await reloadConversations()
    expect(conversationOf('a')).toEqual(renamed)
  })
})
