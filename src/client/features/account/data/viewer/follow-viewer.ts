import { inBrowser } from '#client/ui/in-browser.ts'
import { useViewerStore } from './viewer.store.ts'

/**
 * Runs now, and whenever another person signs in. Data of the previous person is cleared by
 * `onReset`. Never on the server, which renders for many people.
 */
export function followViewer(enter: (viewerId: string) => void): () => void {
  if (!inBrowser) return () => undefined
  const now = useViewerStore.getState().user
  if (now) enter(now.id)
  return useViewerStore.subscribe(({ user }, before) => {
    if (user && user.id !== before.user?.id) enter(user.id)
  })
}
