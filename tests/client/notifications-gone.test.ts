import { beforeEach, describe, expect, it } from 'vitest'
import type { NotificationView } from '#contract/notifications.ts'
import {
  dropNotification,
  keepOnly,
  applyNotifications,
  useNotificationsStore,
} from '#client/features/notifications/data/notifications.store.ts'
import { resetStores } from '#client/live/registry.ts'

const told = (seq: number): NotificationView => ({
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
const ids = (...seqs: number[]) => new Set(seqs.map((seq) => told(seq).id))

describe('Notifications of a person whose account is deleted', () => {
  beforeEach(() => {
    resetStores()
    applyNotifications([1, 2, 3, 4, 5].map(told))
  })

  it('disappear with the push', () => {
    for (const id of ids(2, 4, 9)) dropNotification({ id, rev: 2 })
    expect(held()).toEqual([1, 3, 5])
  })

  it('[L7] disappear with the next resync when the page missed the push', () => {
    keepOnly(ids(2, 3, 5), 2, 5)
    expect(held(), 'what the resync has not asked for stays').toEqual([1, 2, 3, 5])
  })
})
