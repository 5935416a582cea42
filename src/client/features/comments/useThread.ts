import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { CommentOrder } from '#contract/comments.constants.ts'
import { branchesIn } from '#client/features/comments/data/comment-thread.ts'
import { useCommentsOutbox } from '#client/features/comments/data/comment-outbox.ts'
import { threadKey, commentThreadOf } from '#client/features/comments/data/comments.lists.ts'
import { commentOf, useComments } from '#client/features/comments/data/comments.store.ts'
import { isHidden, useRelations } from '#client/features/people/data/relations/relations.store.ts'
import { listWatched } from '#client/live/list/live-list.ts'
import { useList, type NextPage } from '#client/live/list/use-list.ts'
import { useWatchPosts } from '#client/live/watch.ts'

const writtenAt = (id: string): string | undefined => commentOf(id)?.createdAt

/** A post's comments while they are on screen: loaded at once, updated by pushes and resyncs. */
export function useCommentThread(postId: string, order: CommentOrder) {
  const { rows, ids, held, loading, failed, readAgain, next } = useList(commentThreadOf(postId, order), {
    placeOf: order === 'most' ? undefined : writtenAt,
    ascending: order === 'first',
  })
  useWatchPosts(
    [postId],
    useCallback((id: string, since: number) => listWatched(threadKey(id, order), since), [order]),
  )
  const sending = useCommentsOutbox(
    useShallow(({ sending: all }) => all.filter((one) => one.postId === postId)),
  )
  const changed = useRelations((state) => state.changed)
  const comments = useComments(useSteadyOrder(threadKey(postId, order), ids, order === 'most'))
  const reach = held.pages.at(-1)?.next ?? null
  const branches = useMemo(() => {
    const shown = comments.filter(({ authorId }) => !isHidden(changed.get(authorId)))
    const written = new Set(rows.flatMap(({ id, stays }) => (stays ? id : [])))
    return branchesIn({ order, comments: shown, reach, written })
  }, [order, comments, rows, reach, changed])
  useEnoughBranches(branches.length, next)
  return { branches, sending, isLoading: loading, isFailed: failed, retry: readAgain, next }
}

/** Rows keep their places while they are on screen (LIVE L62): new ones get the last ones. */
function useSteadyOrder(key: string, ids: readonly string[], isSteady: boolean): readonly string[] {
  const [places, setPlaces] = useState({ key, ids })
  if (!isSteady) return ids
  const before = places.key === key ? places.ids : []
  const [known, here] = [new Set(before), new Set(ids)]
  const now = [...before.filter((id) => here.has(id)), ...ids.filter((id) => !known.has(id))]
  if (places.key === key && now.join() === before.join()) return before
  setPlaces({ key, ids: now })
  return now
}

/** A page may hold only replies to older comments: then the next ones are loaded, some at most. */
const ENOUGH_BRANCHES = 5
const MAX_MORE_PAGES = 5

function useEnoughBranches(shown: number, { hasMore, loading, failed, onMore }: NextPage): void {
  const loaded = useRef(0)
  const isWanted = shown < ENOUGH_BRANCHES && hasMore && !loading && !failed
  useEffect(() => {
    if (!isWanted || loaded.current >= MAX_MORE_PAGES) return
    loaded.current += 1
    onMore()
  }, [isWanted, onMore])
}
