import { createStore } from '#client/live/create-store.ts'
import type { ReactionEmoji } from '#contract/posts.ts'
import { onReset } from '#client/live/registry.ts'

/**
 * What the viewer wants and the server has not confirmed yet: read over the record, dropped when the truth
 * arrives, never written into it. Each entry is owned by a call under way, which empties it.
 */
interface PostsOverlay {
  /** The reaction wished for, by post. */
  reactions: ReadonlyMap<string, ReactionEmoji | null>
}

export const usePostsOverlay = createStore<PostsOverlay>(() => ({ reactions: new Map() }))

export const wantReaction = (postId: string, emoji: ReactionEmoji | null): void =>
  usePostsOverlay.setState(({ reactions }) => ({ reactions: new Map(reactions).set(postId, emoji) }))

/** The reaction wished for; undefined when there is no wish. */
export const wantedReaction = (postId: string): ReactionEmoji | null | undefined =>
  usePostsOverlay.getState().reactions.get(postId)

export const dropWantedReaction = (postId: string): void =>
  usePostsOverlay.setState(({ reactions }) => {
    const rest = new Map(reactions)
    rest.delete(postId)
    return { reactions: rest }
  })

onReset(() => usePostsOverlay.setState({ reactions: new Map() }))
