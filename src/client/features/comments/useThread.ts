import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { PublicCommentView } from '#contract/comments.ts'
import { inOrder } from '#client/features/comments/data/comment-thread.ts'
import { useCommentsOutbox } from '#client/features/comments/data/comment-outbox.ts'
import { openThread, threadOf, useCommentsStore } from '#client/features/comments/data/comments.store.ts'
import { readOlder, readThread, threadWatched } from '#client/features/comments/data/comments.actions.ts'
import { isHidden, useRelations } from '#client/features/people/data/relations/relations.store.ts'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { isFresh } from '#client/live/just-now.ts'
import { useWatchPosts } from '#client/live/watch.ts'

/** A post's comments while they are on screen: loaded at once, updated by pushes and resyncs. */
export function useThread(postId: string) {
  const viewerId = useViewer()?.id ?? null
  useEffect(() => openThread(postId), [postId])
  const query = useQuery({
    queryKey: ['comments', viewerId, postId],
    // The records are in the store; a query must return something.
    queryFn: async () => {
      if (!isFresh(threadOf(postId)?.askedAt ?? 0)) await readThread(postId)
      return Date.now()
    },
    staleTime: 0,
    gcTime: 0,
  })
  useWatchPosts([postId], threadWatched)
  const older = useMutation({ mutationFn: () => readOlder(postId) })
  const thread = useCommentsStore(({ threads }) => threads.get(postId))
  const sending = useCommentsOutbox(
    useShallow(({ sending: all }) => all.filter((one) => one.postId === postId)),
  )
  const changed = useRelations((state) => state.changed)
  const comments = useMemo<PublicCommentView[]>(
    () => (thread ? inOrder(thread).filter(({ authorId }) => !isHidden(changed.get(authorId))) : []),
    [thread, changed],
  )
  return {
    comments,
    sending,
    can: thread?.can,
    isLoading: thread === undefined && query.isPending,
    isFailed: thread === undefined && query.isError,
    retry: query.refetch,
    hasOlder: thread !== undefined && thread.reach !== null,
    older,
  }
}
