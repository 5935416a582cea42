import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { PublicCommentView } from '#contract/comments.ts'
import type { CommentOrder } from '#contract/comments.constants.ts'
import { branchesIn } from '#client/features/comments/data/comment-thread.ts'
import { useCommentsOutbox } from '#client/features/comments/data/comment-outbox.ts'
import {
  keyOf,
  openThread,
  threadOf,
  useCommentsStore,
} from '#client/features/comments/data/comments.store.ts'
import { readOlder, readThread, threadWatched } from '#client/features/comments/data/comments.actions.ts'
import {
  isHidden,
  useRelations,
  type Relation,
} from '#client/features/people/data/relations/relations.store.ts'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { isFresh } from '#client/live/just-now.ts'
import { useWatchPosts } from '#client/live/watch.ts'

/** A post's comments while they are on screen: loaded at once, updated by pushes and resyncs. */
export function useThread(postId: string, order: CommentOrder) {
  const viewerId = useViewer()?.id ?? null
  useEffect(() => openThread(postId, order), [postId, order])
  const query = useQuery({
    // The document seeds the usual order.
    queryKey: ['comments', viewerId, postId, ...(order === 'newest' ? [] : [order])],
    // The records are in the store; a query must return something.
    queryFn: async () => {
      if (!isFresh(threadOf(postId, order)?.askedAt ?? 0)) await readThread(postId, order)
      return Date.now()
    },
    staleTime: 0,
    gcTime: 0,
  })
  useWatchPosts(
    [postId],
    useCallback((id: string, since: number) => threadWatched(id, order, since), [order]),
  )
  const older = useOlder(postId, order)
  const thread = useCommentsStore(({ threads }) => threads.get(keyOf(postId, order)))
  const sending = useCommentsOutbox(
    useShallow(({ sending: all }) => all.filter((one) => one.postId === postId)),
  )
  const changed = useRelations((state) => state.changed)
  const branches = useMemo(() => (thread ? branchesIn(thread, isShown(changed)) : []), [thread, changed])
  const hasOlder = thread !== undefined && thread.reach !== null
  useEnoughBranches(branches.length, hasOlder, older)
  return {
    branches,
    sending,
    isLoading: thread === undefined && query.isPending,
    isFailed: thread === undefined && query.isError,
    retry: query.refetch,
    hasOlder,
    older,
  }
}

/**
 * The next page of older comments. Not TanStack's useMutation: nothing else uses it, and it is 1 kB of the first
 * page.
 */
function useOlder(postId: string, order: CommentOrder) {
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const load = useCallback(() => {
    setState('loading')
    readOlder(postId, order).then(
      () => setState('idle'),
      () => setState('failed'),
    )
  }, [postId, order])
  return { load, isLoading: state === 'loading', isFailed: state === 'failed' }
}

const isShown =
  (changed: ReadonlyMap<string, Relation>) =>
  ({ authorId }: PublicCommentView): boolean =>
    !isHidden(changed.get(authorId))

/** A page may hold only replies to older comments: then the next ones are loaded, some at most. */
const ENOUGH_BRANCHES = 5
const MAX_MORE_PAGES = 5

function useEnoughBranches(
  shown: number,
  hasOlder: boolean,
  { load, isLoading, isFailed }: ReturnType<typeof useOlder>,
): void {
  const loaded = useRef(0)
  const isWanted = shown < ENOUGH_BRANCHES && hasOlder && !isLoading && !isFailed
  useEffect(() => {
    if (!isWanted || loaded.current >= MAX_MORE_PAGES) return
    loaded.current += 1
    load()
  }, [isWanted, load])
}
