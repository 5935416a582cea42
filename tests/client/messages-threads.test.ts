// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import { markConversationUnread } from '#client/features/messages/data/conversation-settings.actions.ts'
import { applyConversations, overlayRead } from '#client/features/messages/data/conversations.store.ts'
import { markConversationRead, resendReads } from '#client/features/messages/data/messages.actions.ts'
import {
  fillForward,
  loadNewer,
  loadNewest,
  loadOlder,
  loadPlace,
  openThread,
  resyncThreads,
  showThread,
} from '#client/features/messages/data/threads.actions.ts'
import { onMessageUpdated } from '#client/features/messages/data/messages.live.ts'
import { applyMessages, loadedThreadIds, threadOf } from '#client/features/messages/data/threads.store.ts'
import { resetStores } from '#client/live/registry.ts'
import { answerCalls } from './support/fake-server.ts'

const asked: string[] = []
let written = 3
let joinedAt = 1

const message = (conversationId: string, seq: number) =>
  ({ id: `${conversationId}-${seq}`, conversationId, seq, content: `m${seq}`, rev: 1 }) as MessageView

const conversation = (rev: number, more: Partial<ConversationView> = {}) =>
  ({
    id: 'one',
    participants: [],
    lastMessage: null,
    unreadCount: 1,
    lastSeq: 3,
    readSeq: {},
    can: { send: true },
    rev,
    ...more,
  }) satisfies ConversationView

beforeEach(() => {
  asked.length = 0
  written = 3
  joinedAt = 1
  answerCalls((_, path) => {
    const { pathname, searchParams } = new URL(path, 'http://palace')
    const conversationId = pathname.split('/').at(-1)!
    asked.push(conversationId)
    if (conversationId === 'unread') return conversation(2)
    if (conversationId === 'read') return conversation(3, { unreadCount: 0 })
    const after = Number(searchParams.get('after') ?? 0)
    const before = Number(searchParams.get('before') ?? Infinity)
    const all = Array.from({ length: written }, (_, at) => message(conversationId, at + 1)).filter(
      ({ seq }) => seq >= joinedAt && seq > after && seq < before,
    )
    return after > 0 ? all.slice(0, 50) : all.slice(-50)
  })
})
afterEach(() => {
  resetStores()
  vi.unstubAllGlobals()
})

const seqs = (conversationId: string) => threadOf(conversationId)?.items.map(({ seq }) => seq)

it('L7: after an interruption only the visible thread is fetched; the others are fetched when they are opened', async () => {
  for (const conversationId of ['one', 'two', 'three']) await openThread(conversationId, 0)
  const hide = showThread('two')
  asked.length = 0
  written = 5
  await resyncThreads()
  expect(new Set(asked)).toEqual(new Set(['two']))
  expect([loadedThreadIds(), seqs('two')]).toEqual([['two'], [1, 2, 3, 4, 5]])
  await openThread('one', 0)
  expect(seqs('one')).toEqual([1, 2, 3, 4, 5])
  hide()
  await resyncThreads()
  expect(loadedThreadIds()).toEqual([])
})

it('a thread that was marked as unread on the screen is not read before it is left', async () => {
  applyConversations([conversation(1, { unreadCount: 0 })])
  const hide = showThread('one')
  await markConversationUnread('one')
  await markConversationRead('one', 3)
  expect(asked).toEqual(['unread'])
  hide()
  await markConversationRead('one', 3)
  expect(asked).toEqual(['unread', 'read'])
})

it('L1: a change that is pushed while a thread is fetched is not lost to the older answer', async () => {
  const opened = openThread('one', 0)
  onMessageUpdated({ message: { ...message('one', 2), content: 'edited', rev: 2 } })
  await opened
  expect(threadOf('one')?.items.map(({ content }) => content)).toEqual(['m1', 'edited', 'm3'])
})

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

it('L44: a place far back is loaded without all that lies between, and is read on both ways', async () => {
  written = 1000
  await openThread('long', written)
  await loadPlace('long', 940)
  expect([seqs('long'), asked.length]).toEqual([range(901, 1000), 2])
  await loadPlace('long', 500)
  expect([seqs('long'), asked.length]).toEqual([range(475, 524), 3])
  // What is written meanwhile neither joins nor is fetched.
  expect(applyMessages('long', [message('long', 1001)])).toBe(false)
  written = 1001
  await resyncThreads()
  expect(threadOf('long')).toBeUndefined()
})

it('L44: a part from the past ends at the newest message, and is replaced by the newest page', async () => {
  written = 400
  const hide = showThread('long')
  await openThread('long', written)
  await loadPlace('long', 30)
  expect(seqs('long')).toEqual(range(5, 54))
  await loadOlder('long')
  expect([seqs('long'), threadOf('long')?.reachedStart]).toEqual([range(1, 54), true])
  await resyncThreads()
  expect(threadOf('long')?.hasNewer).toBe(true)
  for (let page = 0; page < 7; page += 1) await loadNewer('long')
  expect([seqs('long'), threadOf('long')?.hasNewer]).toEqual([range(1, 400), undefined])
  await loadPlace('long', 30)
  expect(threadOf('long')?.hasNewer).toBeUndefined()

  await loadNewest('long')
  await loadPlace('long', 30)
  expect(threadOf('long')?.hasNewer).toBe(true)
  await loadNewest('long')
  expect(seqs('long')).toEqual(range(351, 400))
  await loadPlace('long', 30)
  hide()
  expect(threadOf('long')).toBeUndefined()
})

it('L17: all of a thread can be reached, up and down, and the page holds 2,000 messages of it', async () => {
  written = 2150
  await openThread('long', written)
  for (let page = 0; page < 42; page += 1) await loadOlder('long')
  expect([seqs('long'), threadOf('long')?.reachedStart]).toEqual([range(1, 2000), true])
  // What is written meanwhile waits behind what was cut off.
  expect(applyMessages('long', [message('long', 2151)])).toBe(false)
  written = 2151
  for (let page = 0; page < 4; page += 1) await loadNewer('long')
  expect([seqs('long'), threadOf('long')?.hasNewer]).toEqual([range(152, 2151), undefined])
  await loadOlder('long')
  expect(seqs('long')).toEqual(range(102, 2101))
})

it('L59: a thread whose next messages the server does not have begins anew', async () => {
  written = 60
  const hide = showThread('left')
  await openThread('left', written)
  const fetched = asked.length
  joinedAt = 65
  written = 66
  applyMessages('left', [message('left', 66)])
  await fillForward('left')
  expect([seqs('left'), asked.length - fetched]).toEqual([[65, 66], 2])
  hide()
})

it('L7: what was read meanwhile is told for each conversation, also when one of them is refused', async () => {
  const paths: string[] = []
  answerCalls((_, path) => {
    paths.push(path)
    return path.includes('gone')
      ? new Response('Not found', { status: 404 })
      : conversation(3, { id: 'two', unreadCount: 0 })
  })
  applyConversations([conversation(1, { id: 'gone' }), conversation(1, { id: 'two' })])
  overlayRead('gone', 3)
  overlayRead('two', 3)
  await resendReads()
  expect(paths).toEqual(['/api/messages/gone/read', '/api/messages/two/read'])
})
