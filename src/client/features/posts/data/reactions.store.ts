import { createStore } from '#client/live/create-store.ts'
import type { ReactionEmoji } from '#contract/posts.ts'
import { onReset } from '#client/live/registry.ts'

/**
 * The viewer's reactions that the server has not confirmed yet: laid over the record, and never written into
 * it. Each entry belongs to a running call, which removes it.
 */
interface PostsOverlay {
  /** The wanted reaction, by post. */
  reactions: ReadonlyMap<string, ReactionEmoji | null>
}

export const usePostsOverlay = createStore<PostsOverlay>(() => ({ reactions: new Map() }))

export const wantReaction = (postId: string, emoji: ReactionEmoji | null): void =>
  usePostsOverlay.setState(({ reactions }) => ({ reactions: new Map(reactions).set(postId, emoji) }))

/** The wanted reaction; undefined when no change is pending. */
export const wantedReaction = (postId: string): ReactionEmoji | null | undefined =>
  usePostsOverlay.getState().reactions.get(postId)

export const dropWantedReaction = (postId: string): void =>
  usePostsOverlay.setState(({ reactions }) => {
    const rest = new Map(reactions)
    rest.delete(postId)
    return { reactions: rest }
  })

onReset(() => usePostsOverlay.setState({ reactions: new Map() }))
