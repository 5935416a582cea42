import { useEffect } from 'react'
import { LIMITS } from '#contract/limits.ts'
import {
  attemptDone,
  attemptFailed,
  attemptFor,
  lastAttempt,
  useAttempts,
} from '#client/features/writing/idempotency-key.ts'
import { useStoredText } from '#client/features/writing/useStoredText.ts'
import { dropDraft, storeDraft, peekDraft } from '#client/ui/tab-drafts.ts'
import { useCommentsOutbox } from './data/comment-outbox.ts'

const keyOf = (owner: string, place: string): string => `royal-flush:draft:comment:${owner}:${place}`
const VISITOR = 'visitor'

/**
 * The draft of one person for one place: a post, or a comment that is answered. It is stored in the browser,
 * also while it is being sent. A visitor's draft passes to the account that logs in next.
 */
export function useCommentDraft(viewerId: string | undefined, place: string) {
  const key = keyOf(viewerId ?? VISITOR, place)
  const sentKey = `${key}:sent`
  const [text, setText] = useStoredText(key, (kept) =>
    together(kept || lastAttempt(sentKey), visitorsText(viewerId, place)),
  )
  useEffect(() => {
    // Runs after the text is stored for its new owner.
    if (viewerId !== undefined) dropDraft(keyOf(VISITOR, place))
  }, [viewerId, place])
  const sending = useCommentsOutbox((state) => state.sending)
  const unanswered = useAttempts(sentKey).filter(({ clientId }) => !sending.some(({ id }) => id === clientId))
  const giveUp = (words: string) => attemptDone(sentKey, words)
  return {
    text,
    setText,
    /** What was sent and failed, while the field has other words. */
    unsent: unanswered.map((one) => one.text).filter((words) => words !== text),
    giveUp,
    /** Removes what is stored of a draft that is given up. */
    forget: () => storeDraft(key, ''),
    /** For typing: a failed text that is changed is given up as it was. */
    edit: (typed: string) => {
      if (unanswered.some((one) => one.text === text)) giveUp(text)
      setText(typed)
    },
    /**
     * Sends these words under their clientId (LIVE L5), and forgets them once they are answered well. Throws
     * what `write` throws.
     */
    send: async <T>(words: string, write: (clientId: string) => Promise<T>): Promise<T> => {
      try {
        const answer = await write(attemptFor(sentKey, words).clientId)
        attemptDone(sentKey, words)
        return answer
      } catch (error) {
        attemptFailed(sentKey, words, error)
        throw error
      }
    },
  }
}

const visitorsText = (viewerId: string | undefined, place: string): string =>
  viewerId === undefined ? '' : peekDraft(keyOf(VISITOR, place))

/** Both texts joined when they fit; else the owner's. */
function together(own: string, visitors: string): string {
  const both = [own, visitors].filter(Boolean).join('\n')
  return both.length <= LIMITS.comment ? both : own
}
