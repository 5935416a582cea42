import { createStore } from '#client/live/create-store.ts'
import type { PublicPostView } from '#contract/posts.ts'
import { currentViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { onReset } from '#client/live/registry.ts'
import { joinList } from './post-lists.store.ts'
import type { ListKey } from './post-lists.store.ts'

/** A post on its way: shown at the head of the feed until the server has answered. Its id is the clientId. */
interface PostsOutbox {
  sending: readonly PublicPostView[]
}

export const usePostsOutbox = createStore<PostsOutbox>(() => ({ sending: [] }))

/**
 * Own posts that were pushed while one of ours was under way: whether it is the same one, the answer will
 * tell.
 */
const pushedMeanwhile = new Set<string>()

/** Lists in which one's own posts stand; nobody follows themselves. */
const ownLists = (handle: string): ListKey[] => ['feed', `by:${handle}`]

/** Shows a post that is on its way. */
export const startSending = (draft: PublicPostView): void =>
  usePostsOutbox.setState(({ sending }) => ({ sending: [draft, ...without(sending, draft.id)] }))

/** It has been answered, or has failed. */
export function stopSending(clientId: string): void {
  usePostsOutbox.setState(({ sending }) => ({ sending: without(sending, clientId) }))
  if (usePostsOutbox.getState().sending.length === 0) joinPushed()
}

/** One's own post was pushed, perhaps from another tab: it joins without waiting behind the pill. */
export function onOwnPostPushed(id: string): void {
  if (usePostsOutbox.getState().sending.length > 0) pushedMeanwhile.add(id)
  else joinOwn(id)
}

function joinPushed(): void {
  for (const id of pushedMeanwhile) joinOwn(id)
  pushedMeanwhile.clear()
}

/** One's own post stands in the lists that are open. */
export function joinOwn(id: string): void {
  const viewer = currentViewer()
  if (viewer) for (const key of ownLists(viewer.handle)) joinList(key, id)
}

onReset(() => {
  usePostsOutbox.setState({ sending: [] })
  pushedMeanwhile.clear()
})

const without = (sending: readonly PublicPostView[], clientId: string) =>
  sending.filter(({ id }) => id !== clientId)
