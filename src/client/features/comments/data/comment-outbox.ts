import { createStore } from '#client/live/create-store.ts'
import type { CommentView, PublicCommentView } from '#contract/comments.ts'
import type { HeldReceipt } from '#contract/moderation.ts'
import { onReset } from '#client/live/registry.ts'
import { isLive } from '#client/live/connection.store.ts'
import { refreshPost } from '#client/features/posts/data/open-posts.ts'
import { currentViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { sendComment } from './comments.api.ts'
import { joinWritten } from './comments.lists.ts'
import { serverNow } from '#client/ui/server-time.ts'

/** A comment on its way, shown at once under its clientId as a temporary id (product section 4). */
interface CommentsOutbox {
  sending: readonly PublicCommentView[]
}

export const useCommentsOutbox = createStore<CommentsOutbox>(() => ({ sending: [] }))

/**
 * Sends a comment, or an answer to one, and shows it at once. The same clientId is the same comment, however
 * often it is sent (LIVE L5). Resolves to a receipt when the comment waits for review. Throws ApiError; then
 * the change is rolled back.
 */
export async function writeComment(
  postId: string,
  text: string,
  clientId: string,
  answered?: PublicCommentView,
): Promise<CommentView | HeldReceipt> {
  const draft = { ...draftOf(postId, text.trim(), clientId), parent: parentOf(answered) }
  useCommentsOutbox.setState(({ sending }) => ({
    sending: [draft, ...sending.filter(({ id }) => id !== clientId)],
  }))
  try {
    const comment = await sendComment(postId, { text, clientId, ...(answered && { parentId: answered.id }) })
    if ('held' in comment) return comment
    joinWritten(comment)
    // The count of the post is pushed. Without a socket it is fetched.
    if (!isLive()) void refreshPost(postId).catch(nextResyncWill)
    return comment
  } finally {
    confirmComment(clientId)
  }
}

/** The comment is known by its real id now. */
export const confirmComment = (clientId: string): void =>
  useCommentsOutbox.setState((state) => {
    const sending = state.sending.filter(({ id }) => id !== clientId)
    return sending.length === state.sending.length ? state : { sending }
  })

onReset(() => useCommentsOutbox.setState({ sending: [] }))

function draftOf(postId: string, text: string, clientId: string): PublicCommentView {
  const { id, handle, displayName, avatarUrl } = currentViewer() ?? {
    id: '',
    handle: '',
    displayName: '',
    avatarUrl: null,
  }
  const now = new Date(serverNow()).toISOString()
  const author = { id, handle, displayName, avatarUrl }
  return {
    id: clientId,
    postId,
    authorId: id,
    text,
    createdAt: now,
    updatedAt: now,
    author,
    parent: null,
    poos: 0,
    rev: 0,
  }
}

/** Replies are one level deep: an answer to a reply joins the comment that the reply answers. */
const parentOf = (answered?: PublicCommentView): PublicCommentView['parent'] =>
  answered ? (answered.parent ?? { id: answered.id, createdAt: answered.createdAt }) : null

function nextResyncWill(): void {}
