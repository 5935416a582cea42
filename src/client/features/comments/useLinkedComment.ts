import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import type { PublicCommentView } from '#contract/comments.ts'
import { loadComment } from '#client/features/comments/data/comments.actions.ts'
import { useComment } from '#client/features/comments/data/comments.store.ts'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { isHidden, useRelations } from '#client/features/people/data/relations/relations.store.ts'
import { ApiError } from '#client/live/http.ts'
import { useWatchedQuery } from '#client/live/use-watched-query.ts'
import { useHydrating } from '#client/ui/useHydrating.ts'

/** The id of a comment's row, and the fragment of its address. */
export const anchorOf = (commentId: string): string => `c-${commentId}`

/** A comment's address within the site. */
export const commentPath = ({ postId, id }: Pick<PublicCommentView, 'postId' | 'id'>): string =>
  `/p/${postId}#${anchorOf(id)}`

interface Linked {
  /** The comment the address names; null without one. */
  id: string | null
  /** It, while the thread does not show it. */
  apart: PublicCommentView | null
  /** The comment is deleted, or was never there. */
  isGone: boolean
}

/**
 * The comment that the page's address names (`#c-...`): brought into view once it is there. One that lies pages
 * away, or below a comment that does, is fetched and shown apart. Pushes and resyncs keep it up to date.
 */
export function useLinkedComment(postId: string, isLoaded: boolean, shown: ReadonlySet<string>): Linked {
  const { hash, key } = useLocation()
  // The server does not know the fragment.
  const id = (useHydrating() ? null : /^#c-([0-9a-f]{24})$/.exec(hash)?.[1]) ?? null
  const isApart = id !== null && isLoaded && !shown.has(id)
  const viewerId = useViewer()?.id ?? null
  const { data, isFetching } = useWatchedQuery({
    name: 'linked comment',
    queryKey: ['comments', viewerId, 'one', id],
    read: () => postOfComment(id!),
    of: { postId },
    isWanted: isApart,
  })
  const record = useComment(id)
  const hidden = useRelations(({ changed }) => record !== undefined && isHidden(changed.get(record.authorId)))
  const apart = isApart && record && !hidden && data?.answer === postId ? record : null
  const isThere = id !== null && (shown.has(id) || apart !== null)
  useEffect(() => {
    if (!isThere) return undefined
    // After the page has put its scroll position right.
    const frame = requestAnimationFrame(() =>
      document.getElementById(anchorOf(id))?.scrollIntoView({ block: 'center' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [isThere, id, key])
  // A copy in memory may have been dropped while the answer was kept.
  const isRead = data !== undefined && (data.answer === null || !isFetching)
  return { id, apart, isGone: isApart && isRead && !apart }
}

/** Reads the comment. null: it is not there for this viewer. Throws other errors. */
async function postOfComment(id: string): Promise<string | null> {
  try {
    return (await loadComment(id)).postId
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
