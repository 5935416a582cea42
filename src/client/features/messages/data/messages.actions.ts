import { PAGE } from '#contract/limits.ts'
import type { ConversationView, ConversationWith, MessageView } from '#contract/messages.ts'
import { ApiError, isTransient } from '#client/live/http.ts'
import { onReset } from '#client/live/registry.ts'
import { conversationsIn } from './conversation-lists.ts'
import {
  applyConversations,
  applyNewestConversations,
  conversationOf,
  dropReadOverlay,
  overlayRead,
  putConversations,
  removeConversations,
  useConversationsStore,
  writtenAt,
} from './conversations.store.ts'
import { endOffer, returnWords } from './just-sent.store.ts'
import {
  fetchConversations,
  fetchConversationWith,
  postRead,
  sendDelete,
  sendHidePreview,
  sendRestore,
  sendTakeBack,
} from './messages.api.ts'
import { isKeptUnread } from './threads.actions.ts'
import { applyMessages, dropThreads } from './threads.store.ts'

/** When the newest page was last asked for, epoch ms; 0: not yet. */
let newestAskedAt = 0
export const conversationsReadAt = (): number => newestAskedAt
onReset(() => {
  newestAskedAt = 0
})

/** Loads a page of conversations, newest first, and answers it. Throws ApiError. */
export async function loadConversations(before?: string) {
  // Set before the answer: a resync meanwhile does not ask the same again.
  if (before === undefined) newestAskedAt = Date.now()
  const kept = useConversationsStore.getState().kept?.conversations ?? []
  const list = conversationsIn('list')
  const pinned = before === undefined ? list.filter(({ pinnedAt }) => pinnedAt) : []
  const known = before === undefined ? list : list.filter((one) => writtenAt(one) < before)
  try {
    const page = await fetchConversations(before)
    if (before === undefined) applyNewestConversations(page)
    else applyConversations(page)
    // A pinned one is always in the newest page.
    amendMissing(pinned, page, ({ pinnedAt: _, ...one }) => one, '')
    if (before === undefined) amendMissing(kept, page, () => null)
    amendMissing(known, page, outOfList)
    return page
  } catch (error) {
    newestAskedAt = 0
    throw error
  }
}

/**
 * What has left the list on another device. Nothing tells of a group that the viewer has left or was removed from; any
 * other conversation may be open.
 */
const outOfList = ({ pinnedAt: _, ...one }: ConversationView): ConversationView | null =>
  one.group ? null : { ...one, lastMessage: null, unreadCount: 0 }

/** Loads the list again after an interruption, as far down as there are groups that the viewer may have left. */
export async function reloadConversations(): Promise<void> {
  const groups = conversationsIn('list').filter(({ group }) => group)
  let page = await loadConversations()
  for (;;) {
    const end = page.length < PAGE.conversations ? '' : writtenAt(page.at(-1)!)
    if (!groups.some((one) => writtenAt(one) < end && conversationOf(one.id))) return
    page = await loadConversations(end)
  }
}

/**
 * Changes what was `known` before a page of a list was read and belongs there, but is not in it: it has left
 * the list on another device. As it is shown only: its next version replaces it. Null removes it. `end`: where the
 * page ends.
 */
export function amendMissing(
  known: readonly ConversationView[],
  page: readonly ConversationView[],
  change: (one: ConversationView) => ConversationView | null,
  end = page.length < PAGE.conversations ? '' : writtenAt(page.at(-1)!),
): void {
  const listed = new Set(page.map(({ id }) => id))
  const current = useConversationsStore.getState().records
  const isUnchanged = ({ id, rev, lastSeq }: ConversationView) => {
    const now = current.get(id)
    return now?.rev === rev && now.lastSeq === lastSeq
  }
  const missing = known.filter((one) => !listed.has(one.id) && writtenAt(one) > end && isUnchanged(one))
  const changed = missing.flatMap((one) => change(one) ?? [])
  if (changed.length > 0) putConversations(changed)
  if (changed.length === missing.length) return
  const gone = missing.filter((one) => !change(one)).map(({ id }) => id)
  removeConversations(gone)
  dropThreads(gone)
}

/** Applies the newest page as it was read at `askedAt`, epoch ms. */
export function seedNewestConversations(page: readonly ConversationView[], askedAt: number): void {
  newestAskedAt = askedAt
  applyNewestConversations(page)
}

/** Loads the conversation with a person; without one, the answer has the person's card. Throws ApiError. */
export async function loadConversationWith(personId: string): Promise<ConversationWith> {
  const found = await fetchConversationWith(personId)
  if (found.conversation) applyConversations([found.conversation])
  return found
}

/** Marks everything up to `seq` as read. The badges change at once, and change back when the server refuses it. */
export async function markConversationRead(conversationId: string, seq: number): Promise<void> {
  const conversation = conversationOf(conversationId)
  if (!conversation || conversation.unreadCount === 0 || isKeptUnread(conversationId)) return
  overlayRead(conversationId, seq)
  // Without an answer it counts as read here, and the resync tells the server.
  await tellRead(conversationId, seq).catch(() => undefined)
}

/** Tells the server what was read while it could not be reached. Throws ApiError when it still cannot be. */
export async function repeatReads(): Promise<void> {
  for (const [id, seq] of useConversationsStore.getState().readUpTo) await tellRead(id, seq)
}

// A refusal (the viewer has left the group) is no reason to stop: the badge shows the count again, and the next view of
// the thread repeats the call.
async function tellRead(conversationId: string, seq: number): Promise<void> {
  try {
    applyConversations([await postRead(conversationId, seq)])
  } catch (error) {
    if (error instanceof ApiError && isTransient(error)) throw error
    dropReadOverlay(conversationId)
  }
}

/** Deletes one of the viewer's messages: its place in the thread stays. Throws ApiError. */
export const deleteMessage = async (message: MessageView): Promise<void> =>
  void applyMessages(message.conversationId, [await sendDelete(message)])

/** Hides the card of a link in one of the viewer's messages. Throws ApiError. */
export const hidePreview = async (message: MessageView): Promise<void> =>
  void applyMessages(message.conversationId, [await sendHidePreview(message)])

/** Brings back a message that the viewer has just deleted. Throws ApiError, 404 when it is permanently gone. */
export const restoreMessage = async (message: MessageView): Promise<void> =>
  void applyMessages(message.conversationId, [await sendRestore(message)])

/** Takes back a message that the viewer has just sent; its words return to the field. Throws ApiError. */
export async function takeBackMessage(message: MessageView): Promise<void> {
  applyMessages(message.conversationId, [await sendTakeBack(message)])
  endOffer(message.id)
  returnWords(message)
}
