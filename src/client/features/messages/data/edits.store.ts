import { TIMINGS } from '#contract/limits.ts'
import type { MessageView } from '#contract/messages.ts'
import { createStore } from '#client/live/create-store.ts'
import { onReset } from '#client/live/registry.ts'
import { endReply } from './replies.store.ts'
import { threadOf } from './threads.store.ts'
import { serverNow } from '#client/ui/server-time.ts'

interface Edits {
  /** The message whose text is being edited, by conversation. */
  edited: ReadonlyMap<string, MessageView>
}

const useEdits = createStore<Edits>(() => ({ edited: new Map() }))

onReset(() => useEdits.setState({ edited: new Map() }))

export const useEdited = (conversationId: string | null): MessageView | undefined =>
  useEdits(({ edited }) => (conversationId === null ? undefined : edited.get(conversationId)))

/** The field of the conversation edits this message from now on; a chosen reply is dropped. */
export function chooseEdit(message: MessageView): void {
  endReply(message.conversationId)
  useEdits.setState(({ edited }) => ({ edited: new Map(edited).set(message.conversationId, message) }))
}

export const endEdit = (conversationId: string): void =>
  useEdits.setState(({ edited }) => ({
    edited: new Map([...edited].filter(([id]) => id !== conversationId)),
  }))

/** The server takes an edit of one's own message for a day. */
export const isEditable = ({ senderId, deleted, createdAt }: MessageView, viewerId: string): boolean =>
  senderId === viewerId && !deleted && serverNow() - Date.parse(createdAt) < TIMINGS.messageEdit

/** The viewer's newest message of an open thread, if it can be edited. */
export function lastEditable(conversationId: string, viewerId: string): MessageView | undefined {
  const newest = threadOf(conversationId)?.items.findLast(
    ({ senderId, deleted }) => senderId === viewerId && !deleted,
  )
  return newest && isEditable(newest, viewerId) ? newest : undefined
}
