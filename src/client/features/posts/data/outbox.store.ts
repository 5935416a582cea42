import { createStore } from '#client/live/create-store.ts'
import type { PublicPostView } from '#contract/posts.ts'
import { currentViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { onReset } from '#client/live/registry.ts'
import { joinList } from '#client/live/list/live-list.ts'
import { postListKey } from './post-lists.ts'

/**
 * A post that is being sent: shown at the head of the feed until the server has answered. Its id is the
 * clientId.
 */
interface PostsOutbox {
  sending: readonly PublicPostView[]
  /** The card that has just arrived, by the id that it is shown with: it drips in. */
  arriving: string | null
}

const EMPTY: PostsOutbox = { sending: [], arriving: null }
export const usePostsOutbox = createStore<PostsOutbox>(() => EMPTY)

/** The clientIds of requests that the server has not answered. */
const underWay = new Set<string>()
/**
 * Own posts that were pushed while another was being sent: the answer will tell whether it is the same one.
 */
const pushedMeanwhile = new Set<string>()

/** Lists that contain the viewer's own posts. The following feed does not. */
const ownLists = (handle: string): string[] => [postListKey('feed'), postListKey(`by:${handle}`)]

/** A post is being sent. It is not shown yet. */
export const startSending = (clientId: string): void => void underWay.add(clientId)

/** Shows a post that is still being sent. */
export function showSending(draft: PublicPostView): void {
  if (!underWay.has(draft.id)) return
  usePostsOutbox.setState(({ sending }) => ({
    sending: [draft, ...without(sending, draft.id)],
    arriving: draft.id,
  }))
}

/** The server has answered, or the request has failed. */
export function stopSending(clientId: string): void {
  underWay.delete(clientId)
  usePostsOutbox.setState(({ sending }) => ({ sending: without(sending, clientId) }))
  if (underWay.size === 0) joinPushed()
}

/** Adds the viewer's own new post to the open lists. It drips in, unless it was shown while it was being sent. */
export function arrive(id: string, clientId: string): void {
  const wasShown = usePostsOutbox.getState().sending.some((draft) => draft.id === clientId)
  if (!wasShown) usePostsOutbox.setState({ arriving: id })
  joinOwn(id)
}

/** The card has arrived: when it comes back on screen, it does not drip again. */
export const markArrived = (): void => usePostsOutbox.setState({ arriving: null })

/**
 * The viewer's own post was pushed, perhaps from another tab: it is added without waiting behind the pill.
 */
export function onOwnPostPushed(id: string): void {
  if (underWay.size > 0) pushedMeanwhile.add(id)
  else joinOwn(id)
}

function joinPushed(): void {
  for (const id of pushedMeanwhile) joinOwn(id)
  pushedMeanwhile.clear()
}

/** Adds the viewer's own post to the open lists. */
export function joinOwn(id: string): void {
  const viewer = currentViewer()
  if (viewer) for (const key of ownLists(viewer.handle)) joinList(key, { id })
}

onReset(() => {
  usePostsOutbox.setState(EMPTY)
  underWay.clear()
  pushedMeanwhile.clear()
})

const without = (sending: readonly PublicPostView[], clientId: string) =>
  sending.filter(({ id }) => id !== clientId)
