// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { MessageView } from '#contract/messages.ts'
import { ownReaction, toggleMessageReaction } from '#client/features/messages/data/message-reactions.store.ts'
import { beginThread, threadOf } from '#client/features/messages/data/threads.store.ts'
import { resetStores } from '#client/live/registry.ts'
import { answerCalls } from './support/fake-server.ts'

const ME = 'me'
const message = { id: 'm1', conversationId: 'c1', seq: 1, content: 'Hear', rev: 1 } as MessageView
const stored = () => threadOf('c1')!.items[0]!

/** What the server was asked: the emoji, or null. */
const asked: (string | null)[] = []
let answers: (() => void)[] = []

beforeEach(() => {
  asked.length = 0
  answers = []
  beginThread('c1', [message], true)
  answerCalls(async (method, path, body) => {
    // A page also asks for other things of itself.
    if (!path.endsWith('/reaction')) return new Response(null, { status: 404 })
    const emoji = method === 'PUT' ? (body as { emoji: string }).emoji : null
    asked.push(emoji)
    const rev = asked.length + 1
    await new Promise<void>((answer) => void answers.push(answer))
    return { ...message, ...(emoji && { reactions: { [ME]: emoji } }), rev }
  })
})
afterEach(() => {
  resetStores()
  vi.unstubAllGlobals()
})

it('shows each press at once, and sends one call after the other until the last choice is stored', async () => {
  const first = toggleMessageReaction(stored(), ME, '👍')
  expect(ownReaction(stored(), ME)).toBe('👍')
  await vi.waitFor(() => expect(asked).toEqual(['👍']))
  // While it is under way: three more presses, of which only the last counts.
  for (const emoji of ['👍', '💩', '❤']) void toggleMessageReaction(stored(), ME, emoji)
  expect(ownReaction(stored(), ME)).toBe('❤️')
  answers[0]!()
  await vi.waitFor(() => expect(asked).toEqual(['👍', '❤️']))
  // Another spelling of the same emoji takes it back.
  void toggleMessageReaction(stored(), ME, '❤')
  expect(ownReaction(stored(), ME)).toBeNull()
  answers[1]!()
  await vi.waitFor(() => expect(asked).toEqual(['👍', '❤️', null]))
  answers[2]!()
  await first
  expect(stored()).toEqual({ ...message, rev: 4 })
  expect(ownReaction(stored(), ME)).toBeNull()
})
