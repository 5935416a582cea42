import { describe, expect, it } from 'vitest'
import type { MessageView } from '#contract/messages.ts'
import { EMPTY_WINDOW, mergeMessages, trimWindow, type ThreadWindow } from './thread-window.ts'

const message = (seq: number, rev = 1, content = `message ${seq}`): MessageView => ({
  id: seq.toString(16).padStart(24, '0'),
  conversationId: 'c'.repeat(24),
  seq,
  senderId: 'a'.repeat(24),
  receiverId: 'b'.repeat(24),
  content,
  createdAt: new Date(1_700_000_000_000 + seq).toISOString(),
  mediaUrl: null,
  mediaType: null,
  media: null,
  altText: null,
  deleted: false,
  rev,
})
const seqs = (window: ThreadWindow) => window.items.map((item) => item.seq)
const loaded = (...of: number[]) =>
  mergeMessages(
    EMPTY_WINDOW,
    of.map((seq) => message(seq)),
  ).window

describe('The loaded part of a conversation', () => {
  it('L6: appends messages that follow without a gap', () => {
    const { window, hole } = mergeMessages(loaded(3, 4), [message(6), message(5)])
    expect(seqs(window)).toEqual([3, 4, 5, 6])
    expect(hole).toBe(false)
  })

  it('L6: leaves out messages behind a gap, and reports it', () => {
    const { window, hole } = mergeMessages(loaded(3, 4), [message(6)])
    expect(seqs(window)).toEqual([3, 4])
    expect(hole).toBe(true)
  })

  it('L2: applies a newer rev, never an older one, and changes nothing for a duplicate', () => {
    const before = mergeMessages(loaded(1), [message(1, 3, 'third')]).window
    const after = mergeMessages(before, [message(1, 2, 'second'), message(1, 3, 'third')]).window
    expect(after).toBe(before)
    expect(after.items[0]!.content).toBe('third')
  })

  it('an empty conversation begins only with its first message', () => {
    const empty: ThreadWindow = { items: [], reachedStart: true }
    expect(mergeMessages(empty, [message(2)])).toEqual({ window: empty, hole: true })
    expect(seqs(mergeMessages(empty, [message(1)]).window)).toEqual([1])
  })

  it('knows its start when it has the first message', () => {
    expect(mergeMessages(loaded(2, 3), [message(1)]).window.reachedStart).toBe(true)
  })

  it('L6: any order of pushes, with gaps refetched, ends with every message once', () => {
    const seed = 20261121
    const order = shuffled(
      Array.from({ length: 60 }, (_, index) => index + 1),
      seed,
    )
    let window: ThreadWindow = { items: [], reachedStart: true }
    for (const seq of order) {
      const merged = mergeMessages(window, [message(seq)])
      window = merged.hole ? mergeMessages(merged.window, upTo(seq)).window : merged.window
    }
    expect(seqs(window), `seed ${seed}`).toEqual(Array.from({ length: 60 }, (_, index) => index + 1))
  })

  it('L17: has a limit, and can then fetch again what was cut off', () => {
    const newest = trimWindow(loaded(1, 2, 3, 4), 2, 'newest')
    expect([seqs(newest), newest.reachedStart, newest.hasNewer]).toEqual([[3, 4], false, undefined])
    const oldest = trimWindow(loaded(1, 2, 3, 4), 2, 'oldest')
    expect([seqs(oldest), oldest.reachedStart, oldest.hasNewer]).toEqual([[1, 2], true, true])
  })
})

const upTo = (seq: number) => Array.from({ length: seq }, (_, index) => message(index + 1))

function shuffled(numbers: number[], seed: number): number[] {
  let state = seed
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  return numbers
    .map((value) => ({ value, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value)
}
