// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { MessageView } from '#contract/messages.ts'
import { openThread, resyncThreads, showThread } from '#client/features/messages/data/threads.actions.ts'
import { loadedThreadIds, threadOf } from '#client/features/messages/data/threads.store.ts'
import { resetStores } from '#client/live/registry.ts'
import { answerCalls } from './support/fake-server.ts'

const asked: string[] = []
let written = 3

const message = (conversationId: string, seq: number) =>
  ({ id: `${conversationId}-${seq}`, conversationId, seq, content: `m${seq}`, rev: 1 }) as MessageView

beforeEach(() => {
  asked.length = 0
  written = 3
  answerCalls((_, path) => {
    const { pathname, searchParams } = new URL(path, 'http://palace')
    const conversationId = pathname.split('/').at(-1)!
    asked.push(conversationId)
    const after = Number(searchParams.get('after') ?? 0)
    return Array.from({ length: written }, (_, at) => message(conversationId, at + 1)).filter(
      ({ seq }) => seq > after,
    )
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
