import { create } from 'zustand'
import type { MediaView } from '#contract/media.ts'
import type { CreatePostInput, PostView, PublicPostView } from '#contract/posts.ts'
import type { HeldReceipt } from '#contract/waiting.ts'
import { currentViewer } from '#client/entities/viewer/viewer.store.ts'
import { joinList } from './post-lists.store.ts'
import type { ListKey } from './post-lists.store.ts'
import { sendPost } from './posts.api.ts'
import { takePosts } from './posts.store.ts'

/** A post on its way: shown at the head of the feed until the server has answered. Its id is the clientId. */
interface PostsOutbox {
  sending: readonly PublicPostView[]
}

export const usePostsOutbox = create<PostsOutbox>(() => ({ sending: [] }))

/** Own posts that were pushed while one of ours was under way: whether it is the same one, the answer will tell. */
const pushedMeanwhile = new Set<string>()

/** Lists in which one's own posts stand; nobody follows themselves. */
const ownLists = (handle: string): ListKey[] => ['feed', `by:${handle}`]

/**
 * Publishes a post; it stands at the head of the lists at once. The same clientId is the same post, however often it
 * is sent (LIVE L5). `media` is what `mediaUrl` names. Answers a receipt when it waits for an admin. Throws ApiError; then nothing is shown, and the caller still holds
 * the text.
 */
export async function publishPost(input: CreatePostInput & { clientId: string }, media: MediaView | null = null): Promise<PostView | HeldReceipt> {
  usePostsOutbox.setState(({ sending }) => ({ sending: [draftOf(input, media), ...without(sending, input.clientId)] }))
  try {
    const post = await sendPost(input)
    if ('held' in post) return post
    takePosts([post])
    joinOwn(post.id)
    return post
  } finally {
    usePostsOutbox.setState(({ sending }) => ({ sending: without(sending, input.clientId) }))
    if (usePostsOutbox.getState().sending.length === 0) settlePushed()
  }
}

/** One's own post was pushed, perhaps from another tab: it joins without waiting behind the pill. */
export function welcomeOwnPost(id: string): void {
  if (usePostsOutbox.getState().sending.length > 0) pushedMeanwhile.add(id)
  else joinOwn(id)
}

function settlePushed(): void {
  for (const id of pushedMeanwhile) joinOwn(id)
  pushedMeanwhile.clear()
}

function joinOwn(id: string): void {
  const viewer = currentViewer()
  if (viewer) for (const key of ownLists(viewer.handle)) joinList(key, id)
}

export function forgetPostsOutbox(): void {
  usePostsOutbox.setState({ sending: [] })
  pushedMeanwhile.clear()
}

const without = (sending: readonly PublicPostView[], clientId: string) => sending.filter(({ id }) => id !== clientId)

function draftOf({ clientId, ...input }: CreatePostInput & { clientId: string }, media: MediaView | null): PublicPostView {
  const { id, handle, displayName, avatarUrl } = currentViewer() ?? { id: '', handle: '', displayName: '', avatarUrl: null }
  const now = new Date().toISOString()
  return {
    id: clientId,
    text: input.text,
    authorId: id,
    author: { id, handle, displayName, avatarUrl },
    createdAt: now,
    updatedAt: now,
    editedAt: null,
    mediaUrl: input.mediaUrl ?? null,
    mediaType: input.mediaType ?? null,
    media,
    altText: input.altText ?? null,
    contentWarn: input.contentWarn ?? null,
    nsfw: input.nsfw ?? false,
    reactions: [],
    reactionCounts: {},
    shareCount: 0,
    _count: { comments: 0, reactions: 0 },
    rev: 0,
  }
}
