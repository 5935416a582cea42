import { useMemo } from 'react'
import type { PostViewerState, PublicPostView, ReactionEmoji } from '#contract/posts.ts'
import { useViewerStore } from '#client/features/account/data/viewer/viewer.store.ts'
import { countsWith, ownReactionIn } from './own-reaction.ts'
import { usePostsOutbox } from './outbox.store.ts'
import { usePostsOverlay } from './reactions.store.ts'
import { usePostsStore } from './posts.store.ts'
import type { OwnPart } from './posts.store.ts'

/**
 * A post as the screen shows it: the record, the viewer's own part, and over both what the viewer is just
 * doing.
 */
export interface ShownPost extends PublicPostView {
  reaction: ReactionEmoji | null
  /** What the viewer may do, as the server decided; null while that is not known. */
  can: PostViewerState['can'] | null
  /** On its way to the server: it has no id yet, and nothing can be done with it. */
  sending: boolean
}

const NOTHING = { edit: false, delete: false, moderate: false }

/** `wish`: the reaction wished for; undefined when there is no wish. */
export function showPost(
  post: PublicPostView,
  own: OwnPart | undefined,
  wish: ReactionEmoji | null | undefined,
  viewerId: string | null,
): ShownPost {
  const current = own?.reaction ?? null
  const reaction = wish === undefined ? current : wish
  // A push may already count what its own answer has not brought yet: the list of reactions tells.
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
