import { useEffect } from 'react'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { postOf } from '#client/features/posts/data/posts.store.ts'
import { useShownPost } from '#client/features/posts/data/shown-post.ts'
import { createStore } from '#client/live/create-store.ts'
import { onReset, onResync, type LiveEvent } from '#client/live/registry.ts'
import { fetchCommentPermission } from './comments.api.ts'

/** Whether the viewer may comment on the posts for few people whose comments are open (DECISIONS rows 480, 503). */
const usePermissions = createStore<{ allowed: ReadonlyMap<string, boolean> }>(() => ({ allowed: new Map() }))

onReset(() => usePermissions.setState({ allowed: new Map() }))

/** The number of open threads of each post. */
const open = new Map<string, number>()

async function fetchPermission(postId: string): Promise<void> {
  const { allowed } = await fetchCommentPermission(postId)
  usePermissions.setState((state) => ({ allowed: new Map(state.allowed).set(postId, allowed) }))
}

/** The author of a post follows the viewer now, or no longer does. When the server cannot be reached, the resync reads. */
export function onFollowerUpdated({ personId }: LiveEvent<'follower:updated'>): void {
  for (const id of open.keys())
    if (postOf(id)?.authorId === personId) void fetchPermission(id).catch(() => undefined)
}

onResync('comment permissions', async () => {
  await Promise.all([...open.keys()].map(fetchPermission))
})

function openPermission(postId: string): () => void {
  open.set(postId, (open.get(postId) ?? 0) + 1)
  // Without an answer the field stays; the server decides when the comment is sent.
  fetchPermission(postId).catch(() => undefined)
  return () => {
    const left = (open.get(postId) ?? 1) - 1
    if (left > 0) open.set(postId, left)
    else open.delete(postId)
  }
}

/**
 * Why the post's roast dial or crowd control does not let the viewer comment; null when they do, or while it is
 * unknown.
 */
export function useCommentRefusal(postId: string): 'closed' | 'paused' | 'gentle' | null {
  const post = useShownPost(postId)
  const viewerId = useViewer()?.id
  const rule = post?.plunger?.strangersPaused ? 'paused' : post?.dial === 'gentle' ? 'gentle' : null
  const asked = viewerId !== undefined && viewerId !== post?.authorId ? rule : null
  // Each of the two rules has an answer of its own.
  useEffect(() => (asked ? openPermission(postId) : undefined), [postId, asked])
  const allowed = usePermissions((state) => state.allowed.get(postId))
  if (post?.dial === 'closed') return 'closed'
  return allowed === false ? asked : null
}
