import { oneEmoji } from '#contract/emoji.ts'
import type { MessageView } from '#contract/messages.ts'
import { createWishes } from '#client/live/wishes.ts'
import { afterPaint } from '#client/ui/after-paint.ts'
import { sendReaction } from './messages.api.ts'
import { applyMessages } from './threads.store.ts'

type Place = Pick<MessageView, 'conversationId' | 'id'>

const keyOf = ({ conversationId, id }: Place): string => `${conversationId}/${id}`

/** Null: no reaction. */
const wishes = createWishes<string | null>(async (key, emoji) => {
  const [conversationId = '', id = ''] = key.split('/')
  await afterPaint()
  applyMessages(conversationId, [await sendReaction({ conversationId, id }, emoji)])
})

/** One emoji under a message, and who gave it. */
export interface ShownReaction {
  emoji: string
  from: readonly string[]
}

function shownReactions(
  { reactions = {} }: Pick<MessageView, 'reactions'>,
  viewerId: string,
  wish: string | null | undefined,
): ShownReaction[] {
  const given = wish === undefined ? reactions : { ...reactions, [viewerId]: wish }
  const byEmoji = new Map<string, string[]>()
  for (const [id, emoji] of Object.entries(given))
    if (emoji !== null) byEmoji.set(emoji, [...(byEmoji.get(emoji) ?? []), id])
  return [...byEmoji].map(([emoji, from]) => ({ emoji, from }))
}

/** The reactions to a message, with the viewer's pending change. */
export const useShownReactions = (message: MessageView, viewerId: string): ShownReaction[] =>
  shownReactions(message, viewerId, wishes.useWish(keyOf(message)))

/** The viewer's reaction as it is shown; null without one. */
export function ownReaction(message: MessageView, viewerId: string): string | null {
  const wish = wishes.get(keyOf(message))
  return wish === undefined ? (message.reactions?.[viewerId] ?? null) : wish
}

/** Gives a message the viewer's reaction, or takes the same one back, shown at once. Throws ApiError. */
export function toggleReaction(message: MessageView, viewerId: string, given: string): Promise<void> {
  const emoji = oneEmoji(given) ?? given
  return wishes.make(keyOf(message), ownReaction(message, viewerId) === emoji ? null : emoji)
}
