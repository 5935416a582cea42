import { createStore } from '#client/live/create-store.ts'
import type { PublicCommentView, ReplyView } from '#contract/comments.ts'
import { onReset } from '#client/live/registry.ts'
import { acceptNewer, createGraveyard, withoutRecord } from '#client/live/records.ts'

/** Comments kept; the ones that came first go first (LIVE L17). */
const MOST = 1000

interface RepliesState {
  /** Comments as the replies tab shows them, apart from their threads. */
  comments: ReadonlyMap<string, PublicCommentView>
}

export const useRepliesStore = createStore<RepliesState>(() => ({ comments: new Map() }))

const graveyard = createGraveyard()

export function takeReplies(replies: readonly ReplyView[]): void {
  const living = replies.flatMap(({ comment }) => (comment && !graveyard.isGone(comment) ? [comment] : []))
  useRepliesStore.setState(({ comments }) => {
    const next = living.reduce<ReadonlyMap<string, PublicCommentView>>(
      (held, { viewer: _, ...comment }) => acceptNewer(held, comment),
      comments,
    )
    return { comments: next.size <= MOST ? next : new Map([...next].slice(-MOST)) }
  })
}

/** A push about a comment that is held. */
export const takePushedReply = (comment: PublicCommentView): void =>
  useRepliesStore.setState(({ comments }) =>
    comments.has(comment.id) ? { comments: acceptNewer(comments, comment) } : { comments },
  )

/** The comment is deleted: no late copy brings it back (LIVE L2). */
export function buryReply(tombstone: { id: string; rev: number }): void {
  graveyard.bury(tombstone)
  useRepliesStore.setState(({ comments }) => ({ comments: withoutRecord(comments, tombstone.id) }))
}

onReset(() => {
  useRepliesStore.setState({ comments: new Map() })
  graveyard.clear()
})

export const useReply = (id: string): PublicCommentView | undefined =>
  useRepliesStore(({ comments }) => comments.get(id))
