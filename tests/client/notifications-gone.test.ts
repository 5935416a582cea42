import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { NotificationView } from '#contract/notifications.ts'
import { refetchHeld } from '#client/features/notifications/data/notifications.actions.ts'
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

afterEach(() => vi.unstubAllGlobals())

describe('Notifications whose cause is gone', () => {
  beforeEach(() => {
    resetStores()
    applyNotifications([1, 2, 3, 4, 5].map(told))
  })

  it('disappear with the push', () => {
    for (const id of ids(2, 4, 9)) dropNotification({ id, rev: 2 })
    expect(held()).toEqual([1, 3, 5])
  })

  it('[L7] disappear with the next resync when the page missed the push', () => {
    const known = useNotificationsStore.getState().records
    applyNotifications([{ ...told(3), rev: 3 }])
    keepOnly(ids(2, 5), { lowest: 2, highest: 5, known })
    expect(held(), 'what was not asked for or came back since the question stays').toEqual([1, 2, 3, 5])
  })

  it('[L7] disappear with the next resync also when they were the newest, or all', async () => {
    const answers = [[1, 2], []]
    vi.stubGlobal('fetch', async () => Response.json(answers.shift()!.toReversed().map(told)))
    await refetchHeld()
    expect(held()).toEqual([1, 2])
    await refetchHeld()
    expect(held()).toEqual([])
  })

  it('[L7] stay when they came while the resync was under way', async () => {
    vi.stubGlobal('fetch', async () => {
      applyNotifications([told(6)])
      return Response.json([told(5)])
    })
    await refetchHeld()
    expect(held()).toEqual([5, 6])
  })
})
