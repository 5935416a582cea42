import { useShallow } from 'zustand/react/shallow'
import type { CommentView, PublicCommentView } from '#contract/comments.ts'
import { createCollection } from '#client/live/collection.ts'
import { applyOwnParts } from './own-parts.store.ts'

const retained = new Set<() => Iterable<string>>()

/** Every comment that the page holds, wherever it is shown. */
const comments = createCollection<PublicCommentView>({
  limit: 5000,
  inUse: () => [...retained].flatMap((ids) => [...ids()]),
})

/** Comments that something shows are not evicted. */
export const retainComments = (ids: () => Iterable<string>): void => void retained.add(ids)

/** Comments from answers of the server. */
export function applyComments(answers: readonly CommentView[]): void {
  applyOwnParts(answers)
  comments.apply(answers.map(({ viewer: _, ...comment }) => comment))
}

/** A pushed comment that a part of the page shows. */
export const applyComment = (comment: PublicCommentView): void => comments.apply([comment])

/** A pushed comment; ignored unless the page holds it. */
export const applyKnownComment = comments.applyKnown

/** The comment is deleted: no late copy brings it back (LIVE L2). */
export const markCommentDeleted = comments.markDeleted

export const commentOf = comments.get

export const useComment = (id: string | null): PublicCommentView | undefined =>
  comments.use(({ records }) => (id === null ? undefined : records.get(id)))

/** Those of them that the page holds. */
export const useComments = (ids: readonly string[]): PublicCommentView[] =>
  comments.use(useShallow(({ records }) => ids.flatMap((id) => records.get(id) ?? [])))

/** Those of these places that are of posts, or whose comment the page holds. */
export const useKnownComments = <P extends { id: string; kind: 'comment' | 'post' }>(
  places: readonly P[],
): P[] =>
  comments.use(
    useShallow(({ records }) => places.filter(({ id, kind }) => kind === 'post' || records.has(id))),
  )
