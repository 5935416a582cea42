import { useMemo } from 'react'
import type { PostViewerState, PublicPostView, ReactionEmoji } from '#contract/posts.ts'
import { useViewerStore } from '#client/features/account/data/viewer/viewer.store.ts'
import { countsWith, ownReactionIn } from './own-reaction.ts'
import { usePostsOutbox } from './outbox.store.ts'
import { usePostsOverlay } from './reactions.store.ts'
import { usePostsStore } from './posts.store.ts'
import type { OwnPart } from './posts.store.ts'

/**
 * A post as the screen shows it: the record, the viewer's own part, and over both the viewer's pending
 * changes.
 */
export interface ShownPost extends PublicPostView {
  reaction: ReactionEmoji | null
  /** The viewer's permissions, as the server decided; null while they are unknown. */
  can: PostViewerState['can'] | null
  /** Being sent: it has no id yet, and no actions. */
  sending: boolean
}

const NOTHING = { edit: false, delete: false, moderate: false }

/** `wish`: the wanted reaction; undefined when no change is pending. */
export function showPost(
  post: PublicPostView,
  own: OwnPart | undefined,
  wish: ReactionEmoji | null | undefined,
  viewerId: string | null,
): ShownPost {
  const current = own?.reaction ?? null
  const reaction = wish === undefined ? current : wish
  // A push may already include a change whose answer is still to come: the list of reactions shows it.
  const listed = ownReactionIn(post, viewerId)
  const counted = listed === undefined ? current : listed
  const reactionCounts =
    wish === undefined ? post.reactionCounts : countsWith(post.reactionCounts, counted, wish)
  return { ...post, reactionCounts, reaction, can: own?.can ?? null, sending: false }
}

/** The post as it is shown, alive; undefined when it is gone or was never here. */
export function useShownPost(id: string): ShownPost | undefined {
  const post = usePostsStore((state) => state.records.get(id))
  const own = usePostsStore((state) => state.own.get(id))
  const wish = usePostsOverlay((state) => state.reactions.get(id))
  const sending = usePostsOutbox((state) => state.sending.find((one) => one.id === id))
  const viewerId = useViewerStore(({ user }) => user?.id ?? null)
  return useMemo(() => {
    if (sending) return { ...sending, reaction: null, can: NOTHING, sending: true }
    return post && showPost(post, own, wish, viewerId)
  }, [post, own, wish, sending, viewerId])
}
