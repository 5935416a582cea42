import { useEffect } from 'react'
import { storedAccount } from '#client/features/account/data/viewer/stored-account.ts'
import { currentViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { useConversationsStore } from '#client/features/messages/data/conversations.store.ts'
import { useConnection } from '#client/live/connection.store.ts'
import { whenIdle } from '#client/ui/when-idle.ts'

/** Shows what this browser has kept of the list until the server's answer is there. */
async function showKeptList(): Promise<void> {
  const viewerId = currentViewer()?.id
  if (!viewerId || storedAccount()?.id !== viewerId) return
  const kept = await import('#client/features/messages/data/copy/offline-messages.ts')
  await kept.showOfflineList(viewerId)
}

async function refresh(): Promise<void> {
  const viewerId = currentViewer()?.id
  if (!viewerId) return
  const { refreshOfflineCopy } = await import('#client/features/messages/data/copy/refresh-copy.ts')
  await refreshOfflineCopy(viewerId)
}

/**
 * Shows the browser's copy while the list is not here, and brings it up to date once the page is live and idle (LIVE
 * L53). Returns whether the page has no more than that copy.
 */
export function useOfflineCopy(): boolean {
  const isListed = useConversationsStore((state) => state.isListed)
  const isConnected = useConnection(({ status }) => status === 'live')
  useEffect(() => {
    // Without its code there is nothing to show.
    if (!isListed) showKeptList().catch(() => undefined)
  }, [isListed])
  useEffect(
    // The next visit tries again.
    () => (isListed && isConnected ? whenIdle(() => void refresh().catch(() => undefined)) : undefined),
    [isListed, isConnected],
  )
  return useConversationsStore(({ kept }) => kept !== null) && !isConnected
}
