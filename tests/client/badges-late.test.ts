import { afterEach, expect, it, vi } from 'vitest'
import type { CurrentUserView } from '#contract/account.ts'
import { setViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { setViewerQuiet } from '#client/live/connection.store.ts'
import { resync } from '#client/live/resync.ts'
import { answerCalls } from './support/fake-server.ts'

afterEach(() => vi.unstubAllGlobals())

it('[L4] the code of the badges that arrives after the resync reads what was missed before the first push', async () => {
  const read: string[] = []
  answerCalls((_, path) => {
    read.push(path.split('?')[0]!)
    return path.includes('unread') ? { count: 1, chats: 0, rev: 1 } : []
  })
  const documentReadAt = Date.now() - 5_000
  const counts = { notifications: { count: 0, chats: 0, rev: 0 }, messages: 0, requests: 0 }
  setViewer({ id: 'ann' } as CurrentUserView, documentReadAt, counts)
  // Something has changed since then.
  setViewerQuiet(1_000)
  await resync({ reason: 'ready', since: documentReadAt })
  expect(read).toEqual([])
  await import('#client/features/messages/data/messages.live.ts')
  await import('#client/features/notifications/data/notifications.live.ts')
  await vi.waitFor(() =>
    expect(read).toEqual(
      expect.arrayContaining(['/api/messages/conversations', '/api/notifications/unread-count']),
    ),
  )
})
