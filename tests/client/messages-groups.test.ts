// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CurrentUserView } from '#contract/account.ts'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import { setViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { applyConversations, conversationOf } from '#client/features/messages/data/conversations.store.ts'
import { seedConversations } from '#client/features/messages/data/messages.lists.ts'
import { onConversationDeleted, onMessageCreated } from '#client/features/messages/data/messages.live.ts'
import { resyncThreads, showThread } from '#client/features/messages/data/threads.actions.ts'
import { beginThread, threadOf } from '#client/features/messages/data/threads.store.ts'
import { resetStores } from '#client/live/registry.ts'
import { answerCalls } from './support/fake-server.ts'

const asked: string[] = []
/** What the server lists. */
let listed: ConversationView[] = []
/** What the server lets the viewer read of the thread. */
let written: MessageView[] = []

const row = (lastSeq: number, rev: number, more: Partial<ConversationView> = {}): ConversationView => ({
  id: 'g1',
  participants: [],
  lastMessage: {
    content: `m${lastSeq}`,
    mediaType: null,
    createdAt: `2026-11-22T10:00:0${lastSeq}.000Z`,
    senderId: 'bob',
    seq: lastSeq,
    senderName: 'Bob',
  },
  unreadCount: 0,
  lastSeq,
  readSeq: {},
  can: { send: true },
  group: { memberCount: 3, isAdmin: false, showsHistory: false, firstSeq: 1, rev: 1 },
  rev,
  ...more,
})

const message = (seq: number, more: Partial<MessageView> = {}): MessageView => ({
  id: `m${seq}`,
  conversationId: 'g1',
  seq,
  senderId: 'bob',
  receiverId: 'g1',
  content: `m${seq}`,
  createdAt: `2026-11-22T10:00:0${seq}.000Z`,
  mediaUrl: null,
  mediaType: null,
  media: null,
  altText: null,
  deleted: false,
  rev: 1,
  ...more,
})

const push = (seq: number, more: Partial<MessageView> = {}) =>
  onMessageCreated({ clientId: null, senderName: 'Bob', message: message(seq, more) })

beforeEach(() => {
  asked.length = 0
  listed = []
  answerCalls((_, path) => {
    asked.push(path)
    const after = Number(new URL(path, 'http://palace').searchParams.get('after') ?? 0)
    return path.startsWith('/api/messages/g1') ? written.filter(({ seq }) => seq > after) : listed
  })
  setViewer({ id: 'me' } as CurrentUserView)
  seedConversations([row(3, 10)], Date.now())
})
afterEach(() => {
  resetStores()
  vi.unstubAllGlobals()
})

it('[L52] a message of a group changes its row as the server does, once, and keeps the rev of the row', () => {
  push(4)
  push(4)
  expect(conversationOf('g1')).toEqual(row(4, 10, { unreadCount: 1 }))
  push(5, { senderId: 'me' })
  expect(conversationOf('g1')).toMatchObject({ lastSeq: 5, unreadCount: 1 })
  push(6, { content: '', hidden: true })
  expect(conversationOf('g1')).toMatchObject({ lastSeq: 6, unreadCount: 1, lastMessage: { hidden: true } })
  expect(asked).toEqual([])
})

it('[L52] an older row that arrives later does not take a message back, and a newer one counts once', () => {
  push(4)
  // The mute was set before the message, and is pushed after it.
  applyConversations([row(3, 11, { muted: { until: null } })])
  expect(conversationOf('g1')).toEqual(row(4, 11, { unreadCount: 1, muted: { until: null } }))
  applyConversations([row(4, 12, { unreadCount: 1, muted: { until: null } })])
  expect(conversationOf('g1')).toEqual(row(4, 12, { unreadCount: 1, muted: { until: null } }))
})

it('[L52] a message takes the group out of the archive, unless it is muted', () => {
  applyConversations([row(3, 11, { archived: true })])
  push(4)
  expect(conversationOf('g1')?.archived).toBeUndefined()
  applyConversations([row(4, 12, { archived: true, muted: { until: null } })])
  push(5)
  expect(conversationOf('g1')?.archived).toBe(true)
})

it('[L52] a gap, or a group that the page does not know, makes it fetch the list', async () => {
  listed = [row(6, 14, { unreadCount: 3 })]
  push(6)
  await vi.waitFor(() => expect(conversationOf('g1')).toEqual(listed[0]))
  expect(asked).toHaveLength(1)
})

it('[L52] a message of two people changes their row alike, and of a declined request it counts as read', () => {
  const ofTwo = (more: Partial<ConversationView>) => {
    const { group: _, ...two } = row(3, 11, more)
    return two
  }
  applyConversations([ofTwo({})])
  push(4)
  expect(conversationOf('g1')).toMatchObject({ lastSeq: 4, unreadCount: 1 })
  applyConversations([ofTwo({ lastSeq: 4, rev: 12, request: 'declined' })])
  push(5)
  expect(conversationOf('g1')).toMatchObject({ lastSeq: 5, unreadCount: 0 })
})

it('[L52] a message counts once in a conversation that was marked as unread, and not when it is read already', () => {
  applyConversations([row(3, 11, { unreadCount: 1, markedUnread: true })])
  push(4)
  expect(conversationOf('g1')).toEqual(row(4, 11, { unreadCount: 1 }))
  applyConversations([row(4, 12, { readSeq: { me: 5 } })])
  push(5)
  expect(conversationOf('g1')).toEqual(row(5, 12, { readSeq: { me: 5 } }))
})

it('[L52] a message makes a page fetch the list if it has never read it', async () => {
  resetStores()
  setViewer({ id: 'me' } as CurrentUserView)
  applyConversations([row(3, 10)])
  listed = [row(4, 14, { unreadCount: 1 })]
  push(4)
  await vi.waitFor(() => expect(conversationOf('g1')).toEqual(listed[0]))
  expect(asked).toHaveLength(1)
})

it('[L49] a group that the viewer has left stays away, whatever older row arrives', () => {
  onConversationDeleted({ id: 'g1', rev: 11 })
  applyConversations([row(3, 10)])
  expect(conversationOf('g1')).toBeUndefined()
  applyConversations([row(7, 15)])
  expect(conversationOf('g1')?.lastSeq).toBe(7)
})

it('[L59] whoever left a group and came in again while the page was away sees nothing from before', async () => {
  beginThread('g1', [message(1), message(2), message(3)], true)
  const hide = showThread('g1')
  const group = { memberCount: 3, isAdmin: false, showsHistory: false, firstSeq: 5, rev: 4 }
  applyConversations([row(6, 15, { group })])
  written = [message(5), message(6)]
  await resyncThreads()
  expect(threadOf('g1')?.items.map(({ seq }) => seq)).toEqual([5, 6])
  hide()
})

it('[L59] whoever came in again may read from before what the group shows them now', async () => {
  beginThread('g1', [message(4), message(5)], true)
  const hide = showThread('g1')
  const group = { memberCount: 3, isAdmin: false, showsHistory: true, firstSeq: 1, rev: 4 }
  applyConversations([row(6, 15, { group })])
  written = [1, 2, 3, 4, 5, 6].map((seq) => message(seq))
  await resyncThreads()
  expect(threadOf('g1')?.items.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6])
  hide()
})
