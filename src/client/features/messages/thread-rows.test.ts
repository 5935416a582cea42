import { describe, expect, it } from 'vitest'
import type { MessageView } from '#contract/messages.ts'
import { threadRows } from './thread-rows.ts'

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
  threadRows({ messages, outgoing: [], viewerId: ME, readUpTo }).map((row) =>
    row.kind === 'message'
      ? `${row.opensGroup ? '[' : ''}${row.message.seq}${row.closesGroup ? ']' : ''}`
      : row.kind,
  )

describe('the rows of a thread', () => {
  it('groups by sender and by time', () => {
    const rows = rowsOf([said(1, THEM, 0), said(2, THEM, 1), said(3, ME, 2), said(4, ME, 30)])
    expect(rows).toEqual(['day', '[1', '2]', '[3]', '[4]'])
  })

  it('divides days', () => {
    expect(rowsOf([said(1, THEM, 0), said(2, THEM, 24 * 60)])).toEqual(['day', '[1]', 'day', '[2]'])
  })

  it('puts the unread line before the first message of the other that was not read', () => {
    expect(rowsOf([said(1, THEM, 0), said(2, ME, 1), said(3, THEM, 2), said(4, THEM, 3)], 1)).toEqual([
      'day',
      '[1]',
      '[2]',
      'unread',
      '[3',
      '4]',
    ])
  })

  it('shows no unread line for what oneself wrote', () => {
    expect(rowsOf([said(1, THEM, 0), said(2, ME, 1)], 1)).toEqual(['day', '[1]', '[2]'])
  })

  it('ends with what is still on its way', () => {
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
    })
    expect(rows.at(-1)).toMatchObject({ kind: 'outgoing', key: 'x' })
  })
})
