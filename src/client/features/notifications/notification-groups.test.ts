import { describe, expect, it } from 'vitest'
import type { NotificationView } from '#contract/notifications.ts'
import { groupNotifications, messageOf } from './notification-groups.ts'

const POST = 'b'.repeat(24)
const OTHER = 'c'.repeat(24)

let seq = 100
function row(type: 'COMMENT' | 'REACTION' | 'MENTION', name: string, postId = POST): NotificationView {
  seq -= 1
  const base = {
    id: String(seq),
    seq,
    read: false,
    createdAt: '2026-01-01T00:00:00.000Z',
    message: `${name} did it`,
    actor: { id: name, handle: name, displayName: name, avatarUrl: null },
    about: { post: null, comment: null },
    rev: 1,
  }
  if (type === 'REACTION')
    return { ...base, type, data: { reactorDisplayName: name, reactorHandle: name, emoji: '💩', postId } }
  if (type === 'COMMENT')
    return { ...base, type, data: { commenterDisplayName: name, commenterHandle: name, postId } }
  return { ...base, type, data: { mentionerDisplayName: name, mentionerHandle: name, postId } }
}

describe('Groups of notifications', () => {
  it('hold those of one kind about one post, in the order of their newest', () => {
    const rows = [
      row('COMMENT', 'Ann'),
      row('REACTION', 'Bob'),
      row('COMMENT', 'Cat', OTHER),
      row('COMMENT', 'Dan'),
      row('REACTION', 'Eve'),
    ]
    const at = (...indexes: number[]) => indexes.map((index) => rows[index]!.id)
    expect(groupNotifications(rows).map(({ rows: held }) => held.map(({ id }) => id))).toEqual([
      at(0, 3),
      at(1, 4),
      at(2),
    ])
  })

  it('leave mentions alone: each of them calls its reader by name', () => {
    expect(groupNotifications([row('MENTION', 'Ann'), row('MENTION', 'Bob')])).toHaveLength(2)
  })

  it.each([
    [['Ann'], 'Ann did it'],
    [['Ann', 'Ann', 'Ann'], 'Ann did it'],
    [['Ann', 'Bob'], 'Ann and Bob commented on your post'],
    [['Ann', 'Bob', 'Ann', 'Cat'], 'Ann and 2 others commented on your post'],
    [['Ann', 'Bob', 'Cat', 'Dan', 'Eve'], 'Ann and 4 others commented on your post'],
  ])('of %j say: %s', (names, sentence) => {
    const [group] = groupNotifications(names.map((name) => row('COMMENT', name)))
    expect(messageOf(group!)).toBe(sentence)
  })
})
