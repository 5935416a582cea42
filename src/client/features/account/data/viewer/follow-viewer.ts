import { useViewerStore } from './viewer.store.ts'

/**
 * Runs for who is here now, and whenever somebody (else) signs in. What they leave behind is cleared by
 * `onReset`.
 */
export function followViewer(enter: (viewerId: string) => void): () => void {
  const now = useViewerStore.getState().user
  if (now) enter(now.id)
  return useViewerStore.subscribe(({ user }, before) => {
    if (user && user.id !== before.user?.id) enter(user.id)
  })
}
