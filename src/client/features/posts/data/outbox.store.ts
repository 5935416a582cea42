import { createStore } from '#client/live/create-store.ts'
import type { PublicPostView } from '#contract/posts.ts'
import { currentViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { onReset } from '#client/live/registry.ts'
import { joinList } from './post-lists.store.ts'
import type { ListKey } from './post-lists.store.ts'

/**
 * A post that is being sent: shown at the head of the feed until the server has answered. Its id is the
 * clientId.
 */
interface PostsOutbox {
  sending: readonly PublicPostView[]
}

export const usePostsOutbox = createStore<PostsOutbox>(() => ({ sending: [] }))

/**
 * Own posts that were pushed while another was being sent: the answer will tell whether it is the same one.
 */
const pushedMeanwhile = new Set<string>()

/** Lists that contain the viewer's own posts. The following feed does not. */
const ownLists = (handle: string): ListKey[] => ['feed', `by:${handle}`]

/** Shows a post that is being sent. */
export const startSending = (draft: PublicPostView): void =>
  usePostsOutbox.setState(({ sending }) => ({ sending: [draft, ...without(sending, draft.id)] }))

/** The server has answered, or the request has failed. */
export function stopSending(clientId: string): void {
  usePostsOutbox.setState(({ sending }) => ({ sending: without(sending, clientId) }))
  if (usePostsOutbox.getState().sending.length === 0) joinPushed()
}

/**
 * The viewer's own post was pushed, perhaps from another tab: it is added without waiting behind the pill.
 */
export function onOwnPostPushed(id: string): void {
  if (usePostsOutbox.getState().sending.length > 0) pushedMeanwhile.add(id)
  else joinOwn(id)
}

function joinPushed(): void {
  for (const id of pushedMeanwhile) joinOwn(id)
  pushedMeanwhile.clear()
}

/** Adds the viewer's own post to the open lists. */
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
