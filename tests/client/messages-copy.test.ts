// @vitest-environment jsdom
import { createHash } from 'node:crypto'
import { IDBFactory } from 'fake-indexeddb'
import { createStore, entries, keys, set } from 'idb-keyval'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { CurrentUserView } from '#contract/account.ts'
import { GroupMembersView } from '#contract/messages.groups.ts'
import { ConversationView, MessageView } from '#contract/messages.ts'
import {
  isErasureDue,
  storeAccount,
  storedAccount,
} from '#client/features/account/data/viewer/stored-account.ts'
import { logOut } from '#client/features/account/data/viewer/viewer.actions.ts'
import {
  setStoredViewer,
  setViewer,
  updateViewer,
} from '#client/features/account/data/viewer/viewer.store.ts'
import { startOfflineCopy, refreshOfflineCopy } from '#client/features/messages/data/copy/refresh-copy.ts'
import {
  COPY_LIMITS,
  COPY_VERSION,
  eraseOthers,
  offlineMembers,
  offlineThread,
  showOfflineList,
} from '#client/features/messages/data/copy/offline-messages.ts'
import { conversationsIn } from '#client/features/messages/data/conversation-lists.ts'
import { conversationOf, useConversationsStore } from '#client/features/messages/data/conversations.store.ts'
import { markConversationRead, resendReads } from '#client/features/messages/data/messages.actions.ts'
import { refetchConversations, seedConversations } from '#client/features/messages/data/messages.lists.ts'
import {
  onConversationDeleted,
  onMessageCreated,
  onMessageUpdated,
} from '#client/features/messages/data/messages.live.ts'
import { sendMessage } from '#client/features/messages/data/outbox.actions.ts'
import { useOutbox } from '#client/features/messages/data/outbox.store.ts'
import { openThread, resyncThreads, showThread } from '#client/features/messages/data/threads.actions.ts'
import { beginThread, threadOf, useThreads } from '#client/features/messages/data/threads.store.ts'
import { onRelationUpdated } from '#client/features/people/data/relations/relations.store.ts'
import { deviceStore } from '#client/live/device-store.ts'
import { resetStores } from '#client/live/registry.ts'
import { eventually } from '#tests/support/eventually.ts'
import { answerCalls } from './support/fake-server.ts'

const account = (id: string) => ({ id, handle: id, displayName: id, rev: 1 }) as CurrentUserView
const ME = account('me')

const conversation = (id: string, more: Partial<ConversationView> = {}): ConversationView => ({
  id,
  participants: [],
  lastMessage: {
    content: `last of ${id}`,
    mediaType: null,
    createdAt: `2026-11-22T10:00:${id.slice(1).padStart(2, '0')}.000Z`,
    senderId: 'bob',
    seq: 1,
  },
  unreadCount: 0,
  lastSeq: 1,
  readSeq: {},
  can: { send: true },
  rev: 1,
  ...more,
})

const message = (seq: number, more: Partial<MessageView> = {}): MessageView =>
  ({
    id: `m${seq}`,
    conversationId: 'c1',
    seq,
    senderId: 'bob',
    receiverId: 'me',
    content: `words ${seq}`,
    deleted: false,
    createdAt: '2026-11-22T10:00:00.000Z',
    rev: 1,
    ...more,
  }) as MessageView

const table = createStore('royal-flush-messages', 'kept')
const stored = async () => JSON.stringify(await entries(table))

/** The page goes to the background, where it writes at once. */
function hide(): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
}

/** The page is loaded again: its stores are empty, and the copy is there. */
function reload(): void {
  useConversationsStore.setState(useConversationsStore.getInitialState())
  useThreads.setState({ windows: new Map() })
}

/** What the server has: the list, and the thread 'c1', which may be a group. Null: it cannot be reached. */
let server: { list: ConversationView[]; thread: MessageView[]; members?: GroupMembersView } | null

beforeAll(() => {
  globalThis.indexedDB = new IDBFactory()
})
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'indexedDB')
})

beforeEach(async () => {
  server = { list: [conversation('c1'), conversation('c2')], thread: [message(1), message(2)] }
  answerCalls((_, path) => {
    if (!server) throw new TypeError('no network')
    if (path.startsWith('/api/messages/conversations')) return server.list
    if (path.startsWith('/api/messages/c1')) return path.includes('after=') ? [] : server.thread
    if (path.startsWith('/api/messages/groups/c1') && server.members) return server.members
    return new Response('Conversation not found', { status: 404 })
  })
  setViewer(ME)
  await startOfflineCopy('me')
})
afterEach(async () => {
  resetStores()
  setViewer(null)
  await eventually(async () => expect(await keys(table)).toEqual([]))
  await eraseOthers(null)
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** The list and the thread are in the copy. */
async function keep(thread: readonly MessageView[] = server!.thread): Promise<void> {
  seedConversations(server!.list, Date.now())
  beginThread('c1', thread, true)
  hide()
  await eventually(async () => expect(await stored()).toContain('last of c1'))
}

const listed = () => conversationsIn('list').map(({ id }) => id)
const words = (id = 'c1') => threadOf(id)?.items.map(({ content }) => content)

it('[L53] the kept list is shown until the answer is there, and never wins over it', async () => {
  await keep()
  reload()
  await showOfflineList('me')
  expect([listed(), useConversationsStore.getState().kept !== null]).toEqual([['c2', 'c1'], true])
  server = { list: [conversation('c1', { rev: 2, unreadCount: 3 })], thread: [] }
  await refetchConversations()
  expect([listed(), useConversationsStore.getState().kept]).toEqual([['c1'], null])
  expect(conversationsIn('list')[0]?.unreadCount).toBe(3)
  // An answer that was quicker than the copy.
  await showOfflineList('me')
  expect(listed()).toEqual(['c1'])
})

it('[L53] a kept thread is shown without a network, and the resync corrects what was changed meanwhile', async () => {
  await keep()
  reload()
  const gone = showThread('c1')
  server = null
  await expect(openThread('c1', Infinity)).rejects.toThrow()
  await eventually(() => expect(words()).toEqual(['words 1', 'words 2']))
  expect(threadOf('c1')?.keptAt).toBeGreaterThan(0)
  server = { list: [], thread: [message(1, { content: '', deleted: true, rev: 2 }), message(2), message(3)] }
  const caughtUp = resyncThreads()
  onMessageCreated({ message: message(4), clientId: null })
  await caughtUp
  expect([words(), threadOf('c1')?.keptAt]).toEqual([['', 'words 2', 'words 3', 'words 4'], undefined])
  gone()
})

it('[L53] a thread that is no longer the person’s to read leaves the screen', async () => {
  await keep()
  reload()
  const gone = showThread('c1')
  server = null
  await expect(openThread('c1', Infinity)).rejects.toThrow()
  await eventually(() => expect(words()).toHaveLength(2))
  answerCalls(() => new Response('Conversation not found', { status: 404 }))
  await expect(resyncThreads()).rejects.toThrow()
  expect(threadOf('c1')).toBeUndefined()
  gone()
})

it('[L53] edits, deletions and new messages reach the copy of a thread that the page does not hold', async () => {
  await keep()
  useThreads.setState({ windows: new Map() })
  onMessageUpdated({ message: message(1, { content: '', deleted: true, rev: 2 }) })
  onMessageCreated({ message: message(3), clientId: null })
  hide()
  await eventually(async () => expect(await stored()).toContain('words 3'))
  expect(await stored()).not.toContain('words 1')
  expect((await offlineThread('me', 'c1'))?.items.map(({ seq }) => seq)).toEqual([1, 2, 3])
})

it('[L53] what was deleted while this browser was away leaves the copy when messages are opened', async () => {
  await keep()
  useThreads.setState({ windows: new Map() })
  server!.thread = [message(1), message(2, { content: '', deleted: true, rev: 2 })]
  await refreshOfflineCopy('me')
  expect(await stored()).not.toContain('words 2')
  server!.list = [conversation('c2')]
  answerCalls(() => new Response('Conversation not found', { status: 404 }))
  await refreshOfflineCopy('me')
  expect(await offlineThread('me', 'c1')).toBeNull()
})

it('[L43] [L53] a message whose time has passed is not shown from the copy, and leaves it', async () => {
  const expiresAt = new Date(Date.now() + 300).toISOString()
  const preview = { ...conversation('c1').lastMessage!, content: 'last of c1: secret', expiresAt }
  server!.list = [conversation('c1', { lastMessage: preview })]
  await keep([message(1, { content: 'secret', expiresAt }), message(2)])
  expect(await stored()).toContain('"secret"')
  reload()
  await eventually(() => expect(Date.now()).toBeGreaterThan(Date.parse(expiresAt)))
  expect((await offlineThread('me', 'c1'))?.items.map(({ content }) => content)).toEqual(['', 'words 2'])
  await showOfflineList('me')
  expect(conversationsIn('list')[0]?.lastMessage?.content).toBe('')
  await eventually(async () => expect(await stored()).not.toContain('"secret"'))
})

const GROUP = { memberCount: 2, isAdmin: false, showsHistory: false, firstSeq: 1, rev: 3 }
const BOB = { id: 'bob', handle: 'bob', displayName: 'Bob', avatarUrl: null }
const said = (seq: number, more: Partial<MessageView> = {}) => message(seq, { receiverId: 'c1', ...more })

/** 'c1' is a group of Bob and the viewer, and in the copy. */
async function keepGroup(): Promise<void> {
  server = {
    list: [conversation('c1', { group: GROUP, lastSeq: 2 })],
    thread: [said(1), said(2)],
    members: {
      id: 'c1',
      members: [{ ...BOB, isAdmin: true, joinedAt: '2026-11-22T10:00:00.000Z', readSeq: 2 }],
      former: [],
      rev: 3,
    },
  }
  seedConversations(server.list, Date.now())
  await refreshOfflineCopy('me')
  hide()
  await eventually(async () => expect(await stored()).toContain('"Bob"'))
}

it('[L53] a group is kept with the names of its members, and what is pushed for it', async () => {
  await keepGroup()
  onMessageCreated({ message: said(3), clientId: null, senderName: 'Bob' })
  hide()
  await eventually(async () => expect(await stored()).toContain('words 3'))
  reload()
  await showOfflineList('me')
  expect(conversationOf('c1')).toMatchObject({
    lastSeq: 3,
    unreadCount: 1,
    lastMessage: { senderName: 'Bob' },
  })
  expect((await offlineThread('me', 'c1'))?.items.map(({ content }) => content)).toEqual([
    'words 1',
    'words 2',
    'words 3',
  ])
  expect(await offlineMembers('me', 'c1')).toEqual(server!.members)
})

it('[L50] [L53] words that a block hides in a group leave the copy, though their rev stays', async () => {
  await keepGroup()
  server!.thread = [said(1), said(2, { content: '', hidden: true })]
  onRelationUpdated({ personId: 'bob', muted: false, blocked: true, follows: false })
  await eventually(async () => expect(await stored()).not.toContain('words 2'))
  expect((await offlineThread('me', 'c1'))?.items.map(({ hidden }) => hidden)).toEqual([undefined, true])
})

it('[L49] [L53] a group that the viewer has left leaves the copy, with its members', async () => {
  await keepGroup()
  server!.list = []
  onConversationDeleted({ id: 'c1', rev: 2 })
  hide()
  await eventually(async () => expect(await keys(table)).toEqual(['me:list']))
  expect(await stored()).not.toContain('last of c1')
})

it('[L53] a log-out erases the copy, and another person finds nothing of it', async () => {
  await keep()
  resetStores()
  setViewer(null)
  expect([storedAccount(), isErasureDue()]).toEqual([null, true])
  await eventually(async () => expect(await keys(table)).toEqual([]))
})

it('[L53] a log-out erases the copy before it asks the server: a tab that is closed at once leaves nothing', async () => {
  await keep()
  const left: unknown[] = []
  answerCalls(async (_, path) => {
    if (path === '/api/auth/logout') left.push(await keys(table), storedAccount())
    return {}
  })
  await logOut()
  expect(left).toEqual([[], null])
})

it('[L53] a log-in as somebody else on a page that never knew the first person erases the copy', async () => {
  await set('me:list', { version: COPY_VERSION, at: 1, conversations: [conversation('c1')] }, table)
  await set('bob:list', { version: COPY_VERSION, at: 1, conversations: [] }, table)
  setViewer(account('bob'))
  await showOfflineList('me')
  expect(listed()).toEqual([])
  await startOfflineCopy('bob')
  await eventually(async () => expect(await keys(table)).toEqual(['bob:list']))
  expect([storedAccount()?.id, isErasureDue()]).toEqual(['bob', false])
})

it('[L53] a page that was frozen during a log-in in another tab writes nothing any more', async () => {
  await keep()
  storeAccount(account('bob'))
  beginThread('c1', [message(1, { content: 'too late', rev: 2 })], true)
  hide()
  await refreshOfflineCopy('me')
  expect(await stored()).not.toContain('too late')
})

it('[L53] the copy is bounded', async () => {
  server!.list = Array.from({ length: 60 }, (_, at) => conversation(`c${at}`))
  seedConversations(server!.list, Date.now())
  for (let at = 59; at > 29; at -= 1) {
    const thread = Array.from({ length: 70 }, (_, seq) => message(seq + 1, { conversationId: `c${at}` }))
    beginThread(`c${at}`, thread, true)
    hide()
    await eventually(async () => expect(await keys(table)).toContain(`me:thread:c${at}`))
  }
  const all = await entries<string, { items?: unknown[]; conversations?: unknown[] } | null>(table)
  const threads = all.filter(([key]) => key.includes(':thread:'))
  expect(threads).toHaveLength(COPY_LIMITS.threads)
  expect(new Set(threads.map(([, value]) => value?.items?.length))).toEqual(new Set([COPY_LIMITS.messages]))
  expect(all.find(([key]) => key === 'me:list')?.[1]?.conversations).toHaveLength(COPY_LIMITS.conversations)
  expect((await offlineThread('me', 'c31'))?.reachedStart).toBe(false)
})

it('[L53] what another version has stored is dropped unread', async () => {
  await set('me:list', { version: COPY_VERSION + 1, at: 1, conversations: [conversation('c9')] }, table)
  await set('me:thread:c9', { version: COPY_VERSION - 1, at: 1, items: [message(1)] }, table)
  await showOfflineList('me')
  expect([listed(), await offlineThread('me', 'c9'), await keys(table)]).toEqual([[], null, []])
})

it('[L53] nothing is sent before the server has confirmed the person whom the browser remembers', async () => {
  const sent: unknown[] = []
  answerCalls((method, path, body) => {
    if (method !== 'POST' || path !== '/api/messages') return { conversation: null }
    sent.push(body['content'])
    return message(sent.length, { content: String(body['content']) })
  })
  setStoredViewer(ME)
  for (const content of ['one', 'two'])
    sendMessage({ clientId: crypto.randomUUID(), receiverId: 'bob', content })
  await eventually(() =>
    expect(useOutbox.getState().entries.map(({ state }) => state)).toEqual(['waiting', 'waiting']),
  )
  expect(sent).toEqual([])
  updateViewer(ME)
  await eventually(() => expect(sent).toEqual(['one', 'two']))
  expect(useOutbox.getState().entries).toEqual([])
})

it('[L53] what was read without a network stays read, and the resync tells the server', async () => {
  seedConversations([conversation('c1', { unreadCount: 1 })], Date.now())
  server = null
  await markConversationRead('c1', 1)
  expect(conversationOf('c1')?.unreadCount).toBe(0)
  const calls: unknown[] = []
  answerCalls((_, path, body) => {
    calls.push([path, body['seq']])
    return conversation('c1', { rev: 2 })
  })
  await resendReads()
  expect([calls, useConversationsStore.getState().readUpTo.size]).toEqual([[['/api/messages/c1/read', 1]], 0])
})

it('[L53] an account is kept for as long as a session lasts without a visit', () => {
  const week = 7 * 24 * 60 * 60_000
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + week - 60_000)
  expect(storedAccount()?.id).toBe('me')
  now.mockReturnValue(Date.now() + 120_000)
  expect([storedAccount(), isErasureDue()]).toEqual([null, true])
})

it('the stored views are those of this version: raise COPY_VERSION, and that of stored-account.ts, when this fails', () => {
  const shapes = [CurrentUserView, ConversationView, MessageView, GroupMembersView].map((view) =>
    z.toJSONSchema(view),
  )
  const hash = createHash('sha256').update(JSON.stringify(shapes)).digest('hex').slice(0, 12)
  expect([COPY_VERSION, hash]).toEqual([4, '5ad05f02f03e'])
})

it('a browser without a database, or with a broken one, keeps nothing and says nothing', async () => {
  vi.stubGlobal('indexedDB', {
    open() {
      throw new DOMException('forbidden', 'SecurityError')
    },
  })
  const store = deviceStore('forbidden', 'table')
  expect([await store.get('a'), await store.keys(), await store.entries()]).toEqual([null, [], []])
  expect([await store.set([['a', 1]]), await store.remove(['a'])]).toEqual([false, false])
})
