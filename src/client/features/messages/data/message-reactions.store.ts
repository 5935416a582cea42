import { oneEmoji } from '#contract/emoji.ts'
import type { MessageView } from '#contract/messages.ts'
import { createOverlay } from '#client/live/overlay.ts'
import { afterPaint } from '#client/ui/after-paint.ts'
import { reactToMessage } from './messages.actions.ts'

/** By message; null: no reaction. */
const pending = createOverlay<string | null>()

/** One emoji under a message, and who gave it. */
export interface ShownReaction {
  emoji: string
  from: readonly string[]
}

function shownReactions(
  { reactions = {} }: Pick<MessageView, 'reactions'>,
  viewerId: string,
  chosen: string | null | undefined,
): ShownReaction[] {
  const given = chosen === undefined ? reactions : { ...reactions, [viewerId]: chosen }
  const byEmoji = new Map<string, string[]>()
  for (const [id, emoji] of Object.entries(given))
    if (emoji !== null) byEmoji.set(emoji, [...(byEmoji.get(emoji) ?? []), id])
  return [...byEmoji].map(([emoji, from]) => ({ emoji, from }))
}

/** The reactions to a message, with the viewer's pending change. */
export const useShownReactions = (message: MessageView, viewerId: string): ShownReaction[] =>
  shownReactions(message, viewerId, pending.useValue(message.id))

/** The viewer's reaction as it is shown; null without one. */
export function ownReaction(message: MessageView, viewerId: string): string | null {
  const chosen = pending.get(message.id)
  return chosen === undefined ? (message.reactions?.[viewerId] ?? null) : chosen
}

/** Gives a message the viewer's reaction, or takes the same one back, shown at once. Throws ApiError. */
export function toggleMessageReaction(message: MessageView, viewerId: string, given: string): Promise<void> {
  const emoji = oneEmoji(given) ?? given
  return pending.set(message.id, ownReaction(message, viewerId) === emoji ? null : emoji, async (next) => {
    await afterPaint()
    await reactToMessage(message, next)
  })
}
