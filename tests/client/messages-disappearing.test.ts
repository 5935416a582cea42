// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import { conversationsIn } from '#client/features/messages/data/conversation-lists.ts'
import { applyConversations, conversationOf } from '#client/features/messages/data/conversations.store.ts'
import { refetchConversations } from '#client/features/messages/data/messages.lists.ts'
import { followDisappearing } from '#client/features/messages/data/disappearing.ts'
import { chooseReply, chosenReply } from '#client/features/messages/data/replies.store.ts'
import { applyMessages, beginThread, threadOf } from '#client/features/messages/data/threads.store.ts'
import { threadRows } from '#client/features/messages/thread-rows.ts'
import { resetStores } from '#client/live/registry.ts'

const START = Date.UTC(2026, 10, 1, 12)
const time = (seconds: number) => new Date(START + seconds * 1000).toISOString()

const message = (seq: number, expiresIn?: number): MessageView => ({
  id: `m${seq}`,
  conversationId: 'c',
  seq,
  senderId: 'bob',
  receiverId: 'me',
  content: `secret ${seq}`,
  mediaUrl: null,
  mediaType: null,
  media: null,
  altText: null,
  deleted: false,
  replyTo: 1,
  createdAt: time(0),
  ...(expiresIn !== undefined && { expiresAt: time(expiresIn) }),
  rev: 1,
})

const conversation = (id: string, more: Partial<ConversationView> = {}): ConversationView => ({
  id,
  participants: [],
  lastMessage: { content: id, mediaType: null, createdAt: time(0), senderId: 'bob', seq: 1 },
  unreadCount: 0,
  lastSeq: 1,
  readSeq: {},
  can: { send: true },
  rev: 1,
  ...more,
})

beforeEach(() => {
  vi.useFakeTimers({ now: START })
  // jsdom has no requests here: one would fail the test.
  vi.stubGlobal(
    'fetch',
    vi.fn(() => expect.unreachable('a page asks nobody')),
  )
  followDisappearing()
})
afterEach(() => {
  resetStores()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const shownSeqs = () =>
  threadRows({
    messages: threadOf('c')!.items,
    outgoing: [],
    viewerId: 'me',
    readUpTo: null,
    reachedStart: true,
  }).flatMap((row) => (row.kind === 'message' ? row.message.seq : []))

it('[L43] a message disappears from the thread and from memory at its second, without a request', () => {
  beginThread('c', [message(1), message(2, 10), message(3, 20)], true)
  vi.advanceTimersByTime(9_999)
  expect(shownSeqs()).toEqual([1, 2, 3])
  vi.advanceTimersByTime(1)
  expect(shownSeqs()).toEqual([1, 3])
  expect(threadOf('c')!.items[1]).toMatchObject({ content: '', deleted: true, seq: 2, expiresAt: time(10) })
  expect(threadOf('c')!.items[1]).not.toHaveProperty('replyTo')
  expect(JSON.stringify(threadOf('c'))).not.toContain('secret 2')
  vi.advanceTimersByTime(10_000)
  expect(shownSeqs()).toEqual([1])
  // What the server has erased meanwhile takes its place.
  applyMessages('c', [{ ...message(2, 10), content: '', deleted: true, takenBack: true, rev: 2 }])
  expect(shownSeqs()).toEqual([1])
})

it('[L43] so does one that arrives later, was deleted before, or arrives too late', () => {
  beginThread('c', [message(1, 100)], true)
  applyMessages('c', [{ ...message(2, 5), content: '', deleted: true }])
  expect(shownSeqs()).toEqual([1, 2])
  vi.advanceTimersByTime(5_000)
  expect(shownSeqs()).toEqual([1])
  applyMessages('c', [message(3, 3)])
  vi.advanceTimersByTime(0)
  expect(shownSeqs()).toEqual([1])
  expect(JSON.stringify(threadOf('c'))).not.toContain('secret 3')
})

it('[L43] its words leave the list, and nobody is about to answer it any more', () => {
  const preview = { content: 'secret', mediaType: null, createdAt: time(0), senderId: 'bob', seq: 1 }
  applyConversations([conversation('c', { lastMessage: { ...preview, expiresAt: time(10) } })])
  chooseReply(message(1, 10))
  vi.advanceTimersByTime(10_000)
  expect(conversationOf('c')!.lastMessage).toEqual({ ...preview, content: '', expiresAt: time(10) })
  expect(chosenReply('c')).toBeUndefined()
})

it('[L41] the list has the pinned ones first, in the order of pinning, those of one millisecond by id, and no archived ones', () => {
  const later = { content: 'x', mediaType: null, createdAt: time(9), senderId: 'bob', seq: 1 }
  applyConversations([
    conversation('old'),
    conversation('new', { lastMessage: later }),
    conversation('newer', { lastMessage: later }),
    conversation('second', { pinnedAt: time(2) }),
    conversation('first', { pinnedAt: time(1) }),
    conversation('away', { archived: true, lastMessage: later }),
    conversation('asks', { request: 'waiting' }),
  ])
  expect(conversationsIn('list').map(({ id }) => id)).toEqual(['first', 'second', 'newer', 'new', 'old'])
  expect(conversationsIn('archived').map(({ id }) => id)).toEqual(['away'])
})

it('[L41] what was unpinned while the page was away is no longer pinned', async () => {
  applyConversations([conversation('a', { pinnedAt: time(1) }), conversation('b', { pinnedAt: time(2) })])
  const pinned = () => conversationsIn('list').flatMap(({ id, pinnedAt }) => (pinnedAt ? id : []))
  expect(pinned()).toEqual(['a', 'b'])
  vi.stubGlobal('fetch', async () => Response.json([conversation('a', { pinnedAt: time(1) })]))
  await refetchConversations()
  expect(pinned()).toEqual(['a'])
})
