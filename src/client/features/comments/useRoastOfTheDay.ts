import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { PublicCommentView } from '#contract/comments.ts'
import { ROAST } from '#contract/comments.constants.ts'
import {
  loadRoast,
  openRoast,
  fetchPinnedRoast,
  roastWatched,
  useRoast,
} from '#client/features/comments/data/roast.store.ts'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { isHidden, useRelations } from '#client/features/people/data/relations/relations.store.ts'
import { useWatchPosts } from '#client/live/watch.ts'
import { serverNow } from '#client/ui/server-time.ts'

/** The comment that stands on top of a post's page today; null without one. Pushes change it. */
export function useRoastOfTheDay(postId: string, isWanted: boolean): PublicCommentView | null {
  const viewerId = useViewer()?.id ?? null
  useEffect(() => (isWanted ? openRoast(postId) : undefined), [postId, isWanted])
  useQuery({
    queryKey: ['comments', viewerId, postId, 'roast'],
    queryFn: async () => {
      await loadRoast(postId)
      return Date.now()
    },
    enabled: isWanted,
    staleTime: 0,
    gcTime: 0,
  })
  useWatchPosts(isWanted ? [postId] : [], roastWatched)
  const roast = useRoast(postId)
  const ends = roast ? Date.parse(roast.createdAt) + ROAST.lasts : null
  useEffect(() => {
    if (ends === null) return undefined
    // When it fails, the next resync reads it.
    const read = () => void fetchPinnedRoast(postId).catch(() => undefined)
    const timer = setTimeout(read, Math.max(1_000, ends - serverNow() + 1_000))
    return () => clearTimeout(timer)
  }, [ends, postId])
  const hidden = useRelations(({ changed }) => roast !== null && isHidden(changed.get(roast.authorId)))
  return isWanted && !hidden ? roast : null
}
