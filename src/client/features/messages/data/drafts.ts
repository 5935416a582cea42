import { useSyncExternalStore } from 'react'
import { peekDraft } from '#client/ui/tab-drafts.ts'

/** Where the unsent text to a person is kept. */
export const messageDraftKey = (viewerId: string, personId: string): string =>
  `royal-flush:draft:message:${viewerId}:${personId}`

/**
 * The unsent text to this person as it is stored. Only other tabs are listened to: in this one, a text changes
 * while its conversation is open, and the row does not show it then.
 */
export const useStoredDraft = (viewerId: string, personId: string): string =>
  useSyncExternalStore(
    onOtherTabs,
    () => peekDraft(messageDraftKey(viewerId, personId)),
    () => '',
  )

function onOtherTabs(changed: () => void): () => void {
  addEventListener('storage', changed)
  return () => removeEventListener('storage', changed)
}
