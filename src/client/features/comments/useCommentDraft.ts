import { useEffect, useRef } from 'react'
import { LIMITS } from '#contract/limits.ts'
import {
  attemptDone,
  attemptFailed,
  attemptFor,
  lastAttempt,
} from '#client/features/posts/composer/idempotency-key.ts'
import { localKept } from '#client/ui/storage.ts'
import { useStoredText } from '#client/features/posts/composer/useStoredText.ts'

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
    together(kept || (lastAttempt(sentKey)?.text ?? ''), visitorsText(viewerId, place)),
  )
  useEffect(() => {
    // Runs after the text is stored for its new owner.
    if (viewerId !== undefined) localKept.keep(keyOf(VISITOR, place), '')
  }, [viewerId, place])
  const underWay = useRef(0)
  return {
    text,
    setText,
    /** Forgets what is stored, of a draft that is given up. */
    forget: () => localKept.keep(key, ''),
    /** For typing: a text that was sent and failed is not restored any more. */
    edit: (typed: string) => {
      if (underWay.current === 0) attemptDone(sentKey)
      setText(typed)
    },
    /**
     * Sends what is written under its clientId (LIVE L5), and forgets it once it is answered well. Throws
     * what `write` throws.
     */
    send: async <T>(write: (clientId: string) => Promise<T>): Promise<T> => {
      underWay.current += 1
      try {
        const answer = await write(attemptFor(sentKey, text).clientId)
        attemptDone(sentKey)
        return answer
      } catch (error) {
        attemptFailed(sentKey, error)
        throw error
      } finally {
        underWay.current -= 1
      }
    },
  }
}

const visitorsText = (viewerId: string | undefined, place: string): string =>
  viewerId === undefined ? '' : (localKept.read(keyOf(VISITOR, place)) ?? '')

/** Both texts joined when they fit; else the owner's. */
function together(own: string, visitors: string): string {
  const both = [own, visitors].filter(Boolean).join('\n')
  return both.length <= LIMITS.comment ? both : own
}
