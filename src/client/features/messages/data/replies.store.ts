import type { MessageView } from '#contract/messages.ts'
import { createStore } from '#client/live/create-store.ts'
import { withLatest } from '#client/ui/lru-map.ts'
import { onReset } from '#client/live/registry.ts'
import { fetchMessages } from './messages.api.ts'

/** Answered messages that are kept apart from their thread, at most (LIVE L17). */
const MAX_QUOTED = 100

interface Replies {
  /** The message that the next one to its conversation answers, by conversation. */
  chosen: ReadonlyMap<string, MessageView>
  /** Answered messages from above the loaded part of their thread, by conversation and seq. */
  quoted: ReadonlyMap<string, MessageView>
}

const NOTHING: Replies = { chosen: new Map(), quoted: new Map() }

export const useReplies = createStore<Replies>(() => NOTHING)

/** The next message to this conversation answers `message`. */
export const chooseReply = (message: MessageView): void =>
  useReplies.setState(({ chosen }) => ({ chosen: new Map(chosen).set(message.conversationId, message) }))

export const chosenReply = (conversationId: string): MessageView | undefined =>
  useReplies.getState().chosen.get(conversationId)

export const endReply = (conversationId: string): void =>
  useReplies.setState(({ chosen }) => ({
    chosen: new Map([...chosen].filter(([id]) => id !== conversationId)),
  }))

export const quotedKey = (conversationId: string, seq: number): string => `${conversationId}:${seq}`

/** Fetches an answered message that is not in the loaded part of its thread. Throws ApiError. */
export async function loadQuoted(conversationId: string, seq: number): Promise<void> {
  const message = (await fetchMessages(conversationId, { before: seq + 1 })).at(-1)
  if (message?.seq !== seq) return
  useReplies.setState(({ quoted }) => ({
    quoted: withLatest(quoted, quotedKey(conversationId, seq), message, MAX_QUOTED),
  }))
}

/** A message has changed: also where it is answered, and where somebody is about to answer it. */
export function refreshQuoted(message: MessageView): void {
  const { chosen, quoted } = useReplies.getState()
  const key = quotedKey(message.conversationId, message.seq)
  if ((quoted.get(key)?.rev ?? message.rev) < message.rev)
    useReplies.setState({ quoted: new Map(quoted).set(key, message) })
  if (message.deleted && chosen.get(message.conversationId)?.id === message.id)
    endReply(message.conversationId)
}

/** After a time without events: what is still on screen is fetched again. */
export const forgetQuoted = (): void => useReplies.setState({ quoted: new Map() })

onReset(() => useReplies.setState(NOTHING))
