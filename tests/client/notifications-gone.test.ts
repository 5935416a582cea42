import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { NotificationView } from '#contract/notifications.ts'
import { notificationsOf } from '#client/features/notifications/data/notifications.lists.ts'
import {
  dropNotification,
  retainOnly,
  applyNotifications,
  markRead,
  unreadIds,
  useNotificationsStore,
} from '#client/features/notifications/data/notifications.store.ts'
import { resetStores } from '#client/live/registry.ts'

const notification = (seq: number): NotificationView => ({
  id: String(seq).padStart(24, '0'),
  seq,
  read: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  message: '',
  rev: 1,
  type: 'FOLLOW',
  actor: { id: 'a'.repeat(24), handle: 'ann', displayName: 'Ann', avatarUrl: null },
  data: { followerDisplayName: 'Ann', followerHandle: 'ann' },
  about: { post: null, comment: null },
})
const held = () =>
  [...useNotificationsStore.getState().records.values()].map(({ seq }) => seq).sort((a, b) => a - b)
const read = (state: 'unread' | 'read') =>
  notificationsOf(state, undefined).read(undefined, new AbortController().signal)

afterEach(() => vi.unstubAllGlobals())

it('[L2] what was read stays so when an older copy comes, until a newer one comes', () => {
  resetStores()
  applyNotifications([notification(1), notification(2)])
  markRead([notification(1).id, notification(9).id])
  applyNotifications([notification(1), notification(2)])
  expect([unreadIds(), held()]).toEqual([[notification(2).id], [1, 2]])
  applyNotifications([{ ...notification(1), rev: 3 }])
  expect(unreadIds()).toHaveLength(2)
})

describe('Notifications whose cause is gone', () => {
  beforeEach(() => {
    resetStores()
    applyNotifications([1, 2, 3, 4, 5].map(notification))
  })

  it('disappear with the push', () => {
    for (const { id } of [2, 4, 9].map(notification)) dropNotification({ id, rev: 2 })
    expect(held()).toEqual([1, 3, 5])
  })

  it('[L7] disappear with the next resync when the page missed the push', () => {
    const known = useNotificationsStore.getState().records
    applyNotifications([{ ...notification(3), rev: 3 }])
    const part = { isRead: false, only: undefined, lowest: 2, highest: 5, known }
    retainOnly([notification(2), notification(5)], part)
    expect(held(), 'what was not asked for or came back since the question stays').toEqual([1, 2, 3, 5])
  })

  it('[L7] disappear with the next resync also when they were the newest, or all', async () => {
    const answers = [[1, 2], []]
    vi.stubGlobal('fetch', async () => Response.json(answers.shift()!.toReversed().map(notification)))
    await read('unread')
    expect(held()).toEqual([1, 2])
    await read('unread')
    expect(held()).toEqual([])
  })

  it('[L7] stay when they came while the resync was under way', async () => {
    vi.stubGlobal('fetch', async () => {
      applyNotifications([notification(6)])
      return Response.json([notification(5)])
    })
    await read('unread')
    expect(held()).toEqual([5, 6])
  })

  it('[L7] stay when they have been read, as far as the unread ones tell, and the other way round', async () => {
    markRead([notification(5).id])
    applyNotifications([{ ...notification(4), read: true, rev: 2 }])
    vi.stubGlobal('fetch', async () => Response.json([]))
    await read('unread')
    expect(held()).toEqual([4, 5])
    applyNotifications([notification(3)])
    await read('read')
    expect(held()).toEqual([3])
  })
})
