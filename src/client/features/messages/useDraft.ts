import { useStoredText } from '#client/features/posts/composer/useStoredText.ts'

/** What was typed to this person and not yet sent; survives reload, crash and a walk to another thread. */
export const useDraft = (viewerId: string, personId: string): [string, (text: string) => void] =>
  useStoredText(`royal-flush:draft:message:${viewerId}:${personId}`)
