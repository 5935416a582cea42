import { describe, expect, it } from 'vitest'
import type { MessageView } from '#contract/messages.ts'
import { heightOf, isLargeEmoji, threadRows } from './thread-rows.ts'

const ME = 'a'.repeat(24)
const THEM = 'b'.repeat(24)
const noon = new Date(2026, 4, 1, 12).getTime()

const said = (seq: number, senderId: string, minutes: number): MessageView => ({
  id: seq.toString(16).padStart(24, '0'),
  conversationId: 'c'.repeat(24),
  seq,
  senderId,
  receiverId: senderId === ME ? THEM : ME,
  content: `message ${seq}`,
  createdAt: new Date(noon + minutes * 60_000).toISOString(),
  mediaUrl: null,
  mediaType: null,
  media: null,
  altText: null,
  deleted: false,
  rev: 1,
})
const rowsOf = (messages: MessageView[], readUpTo: number | null = null) =>
  threadRows({ messages, outgoing: [], viewerId: ME, readUpTo, reachedStart: true }).map((row) =>
    row.kind === 'message'
      ? `${row.opensGroup ? '[' : ''}${row.message.seq}${row.closesGroup ? ']' : ''}`
      : row.kind,
  )

describe('The rows of a thread', () => {
  it('are grouped by sender and by time', () => {
    const rows = rowsOf([said(1, THEM, 0), said(2, THEM, 1), said(3, ME, 2), said(4, ME, 30)])
    expect(rows).toEqual(['day', '[1', '2]', '[3]', '[4]'])
  })

  it('have a divider for each day', () => {
    expect(rowsOf([said(1, THEM, 0), said(2, THEM, 24 * 60)])).toEqual(['day', '[1]', 'day', '[2]'])
  })

  it('have a divider only where it stays when older ones are loaded', () => {
    const keysOf = (messages: MessageView[]) =>
      threadRows({ messages, outgoing: [], viewerId: ME, readUpTo: 1, reachedStart: false }).map(
        ({ key }) => key,
      )
    const day = [said(2, THEM, 1), said(3, THEM, 2), said(4, THEM, 24 * 60)]
    const loaded = keysOf(day.slice(1))
    expect(loaded).toHaveLength(3)
    expect(keysOf(day).slice(-3)).toEqual(loaded)
  })

  it("have the unread line before the other person's first unread message", () => {
    expect(rowsOf([said(1, THEM, 0), said(2, ME, 1), said(3, THEM, 2), said(4, THEM, 3)], 1)).toEqual([
      'day',
      '[1]',
      '[2]',
      'unread',
      '[3',
      '4]',
    ])
  })

  it("have no unread line for the viewer's own messages", () => {
    expect(rowsOf([said(1, THEM, 0), said(2, ME, 1)], 1)).toEqual(['day', '[1]', '[2]'])
  })

  it('[L29] leave out what was taken back: its neighbours stand together, and no line or day is for it', () => {
    const takenBack = (seq: number, senderId: string, minutes: number): MessageView => ({
      ...said(seq, senderId, minutes),
      content: '',
      deleted: true,
      takenBack: true,
    })
    expect(rowsOf([said(1, ME, 0), takenBack(2, THEM, 1), said(3, ME, 2)])).toEqual(['day', '[1', '3]'])
    expect(rowsOf([said(1, THEM, 0), takenBack(2, THEM, 1), said(3, THEM, 2)], 1)).toEqual([
      'day',
      '[1]',
      'unread',
      '[3]',
    ])
    expect(rowsOf([said(1, THEM, 0), takenBack(2, THEM, 24 * 60)], 1)).toEqual(['day', '[1]'])
  })

  it('end with messages being sent', () => {
    const rows = threadRows({
      messages: [said(1, THEM, 0)],
      outgoing: [
        {
          clientId: 'x',
          receiverId: THEM,
          content: 'soon',
          createdAt: new Date(noon).toISOString(),
          state: 'waiting',
        },
      ],
      viewerId: ME,
      readUpTo: null,
      reachedStart: true,
    })
    expect(rows.at(-1)).toMatchObject({ kind: 'outgoing', key: 'x' })
  })

  it('know the message that they answer, when it is loaded', () => {
    const question = said(1, THEM, 0)
    const reply = { ...said(2, ME, 1), replyTo: 1 }
    const rows = threadRows({
      messages: [question, reply],
      outgoing: [
        { clientId: 'x', receiverId: THEM, content: 'soon', createdAt: '', state: 'waiting', replyTo: 7 },
      ],
      viewerId: ME,
      readUpTo: null,
      reachedStart: true,
    })
    expect(rows.map((row) => ('quoted' in row ? row.quoted : 'none'))).toEqual([
      'none',
      'none',
      question,
      undefined,
    ])
  })

  it('draw up to three emoji large, and nothing else', () => {
    for (const large of ['💩', '👑🚽', ' 🧻 🪠 👨‍👩‍👧 ', '❤️', '👍🏽', '🇩🇰'])
      expect(isLargeEmoji(large), large).toBe(true)
    for (const usual of ['', '1', 'a 💩', '💩💩💩💩', '#', '...'])
      expect(isLargeEmoji(usual), usual).toBe(false)
  })

  it('are expected to be as high as they will be', () => {
    const liked = { ...said(3, THEM, 2), reactions: { [ME]: '👍' } }
    const messages = [said(1, THEM, 0), said(2, THEM, 1), liked]
    const long = { ...said(4, ME, 3), content: `${'word '.repeat(10)}\n\nend` }
    const erased = { ...said(5, ME, 60), content: '', deleted: true }
    const rows = threadRows({
      messages: [...messages, long, erased],
      outgoing: [],
      viewerId: ME,
      readUpTo: 0,
      reachedStart: true,
    })
    // tests/e2e/first-response.phone.spec.ts measures the first five in a browser.
    expect(rows.map(heightOf)).toEqual([36, 36, 52, 42, 94, 144, 72])
  })
})
