import type { CommentView } from '#contract/comments.ts'
import { createCollection } from '#client/live/collection.ts'
import type { Stored } from '#client/live/records.ts'

export type CommentPermissions = CommentView['viewer']['can']

/** What depends on the viewer of a comment; `rev` is the comment's (LIVE L16). */
export interface OwnCommentPart extends Stored {
  /** Null while unknown: pushes are the same for all viewers. */
  can: CommentPermissions | null
  pooed: boolean
}

const parts = createCollection<OwnCommentPart>({ limit: 2000 })

export const useOwnPart = (commentId: string): OwnCommentPart | undefined =>
  parts.use(({ records }) => records.get(commentId))
export const ownCommentPartOf = parts.get

/** The viewer's part of fetched comments. */
export function applyOwnParts(comments: readonly CommentView[]): void {
  const changed = comments.flatMap(({ id, rev, viewer: { can, pooed } }): OwnCommentPart[] => {
    const current = parts.get(id)
    // A push may be newer than the answer.
    if (current && current.rev > rev) return current.can ? [] : [{ ...current, can }]
    const isKnown = current?.rev === rev && current.pooed === pooed && current.can !== null
    return isKnown ? [] : [{ id, rev, can, pooed }]
  })
  if (changed.length > 0) parts.put(changed)
}

/** The viewer gave a comment their poo, or took it back, perhaps in another tab. */
export function applyPooed(id: string, pooed: boolean, rev: number): void {
  const current = parts.get(id)
  if (!current || current.rev < rev) parts.put([{ id, rev, pooed, can: current?.can ?? null }])
}
