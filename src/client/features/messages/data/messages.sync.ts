import { currentViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { followViewer } from '#client/features/account/data/viewer/follow-viewer.ts'
import { firstFetch } from '#client/live/first-fetch.ts'
import { onResync } from '#client/live/registry.ts'
import { loadConversations } from './messages.actions.ts'
import { dropArrived, flushOutbox } from './outbox.actions.ts'
import { openOutbox } from './outbox.store.ts'
import { resyncThreads } from './threads.actions.ts'

// The app imports this module after the first render: it fills the badge and sends the outbox.

async function catchUp(): Promise<void> {
  if (!currentViewer()) return
  flushOutbox()
  await loadConversations()
  await resyncThreads()
  dropArrived()
}

onResync('messages', catchUp)

followViewer((viewerId) => {
  openOutbox(viewerId)
  firstFetch(catchUp)
})
