import { useMemo } from 'react'
import type { PostViewerState, PublicPostView, ReactionEmoji } from '#contract/posts.ts'
import { useViewerStore } from '#client/features/account/data/viewer/viewer.store.ts'
import { countsWith, ownReactionIn } from './own-reaction.ts'
import { usePostsOutbox } from './outbox.store.ts'
import { useChosenReaction } from './reactions.store.ts'
import { usePostsStore } from './posts.store.ts'
import type { OwnPostPart } from './posts.store.ts'

/** A post as the screen shows it: the record with the viewer's own part. Pending reactions: `useReactions`. */
export interface ShownPost extends PublicPostView {
  reaction: ReactionEmoji | null
  /** The viewer's permissions, as the server decided; null while they are unknown. */
  can: PostViewerState['can'] | null
  /** Being sent: it has no id yet, and no actions. */
  sending: boolean
}

const NOTHING = { edit: false, delete: false, moderate: false }

type Reactions = Pick<ShownPost, 'reaction' | 'reactionCounts'>

/** The reactions with the wanted one of the viewer; `wish` is undefined when no change is pending. */
export function withWish(
  post: ShownPost,
  wish: ReactionEmoji | null | undefined,
  viewerId: string | null,
): Reactions {
  if (wish === undefined) return post
  // A push may already include a change whose answer is still to come: the list of reactions shows it.
  const listed = ownReactionIn(post, viewerId)
  const counted = listed === undefined ? post.reaction : listed
  return { reaction: wish, reactionCounts: countsWith(post.reactionCounts, counted, wish) }
}

/**
 * The reactions of a post as they are shown, the viewer's pending change included. Apart from the post, so
 * that a touch renders the reactions alone and not the whole card.
 */
export function useReactions(post: ShownPost): Reactions {
  const wish = useChosenReaction(post.id)
  const viewerId = useViewerStore(({ user }) => user?.id ?? null)
  return withWish(post, wish, viewerId)
}

export const showPost = (post: PublicPostView, own: OwnPostPart | undefined): ShownPost => ({
  ...post,
  reaction: own?.reaction ?? null,
  can: own?.can ?? null,
  sending: false,
})

/** The post as it is shown, alive; undefined when it is gone or was never here. */
export function useShownPost(id: string): ShownPost | undefined {
  const post = usePostsStore((state) => state.records.get(id))
  const own = usePostsStore((state) => state.own.get(id))
  const sending = usePostsOutbox((state) => state.sending.find((one) => one.id === id))
  return useMemo(() => {
    if (sending) return { ...sending, reaction: null, can: NOTHING, sending: true }
    return post && showPost(post, own)
  }, [post, own, sending])
}
