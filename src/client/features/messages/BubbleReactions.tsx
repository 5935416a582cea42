import { clsx } from 'clsx'
import type { MessageView } from '#contract/messages.ts'
import {
  toggleMessageReaction,
  useShownReactions,
  type ShownReaction,
} from '#client/features/messages/data/message-reactions.store.ts'
import { runWrite } from '#client/live/use-write.ts'

/** Gives or takes back a reaction; a failure is a toast. */
export const reactToMessage = (message: MessageView, viewerId: string, emoji: string): Promise<boolean> =>
  runWrite({
    write: () => toggleMessageReaction(message, viewerId, emoji),
    failed: { title: 'Reaction failed', fallback: 'Failed to react to the message' },
  })

interface BubbleReactionsProps {
  message: MessageView
  viewerId: string
  nameOf: (userId: string) => string
  /** The viewer may write to this person. */
  canReact: boolean
}

/** What the people gave the message. The viewer's own is marked; a press gives or takes it back. */
export const BubbleReactions = ({ message, viewerId, nameOf, canReact }: BubbleReactionsProps) => {
  const reactions = useShownReactions(message, viewerId)
  if (reactions.length === 0) return null
  return (
    <div role="group" aria-label="Reactions" className="s-bubble-reactions">
      {reactions.map(({ emoji, from }) => (
        <button
          key={emoji}
          type="button"
          aria-pressed={from.includes(viewerId)}
          aria-label={`${emoji} from ${giversOf(from, viewerId, nameOf)}`}
          disabled={!canReact}
          className={clsx('s-bubble-reaction', from.includes(viewerId) && 's-bubble-reaction-own')}
          onClick={() => void reactToMessage(message, viewerId, emoji)}
        >
          <span className="s-bubble-emoji">{emoji}</span>
          {from.length > 1 && from.length}
        </button>
      ))}
    </div>
  )
}

const giversOf = (
  from: ShownReaction['from'],
  viewerId: string,
  nameOf: (userId: string) => string,
): string =>
  from
    .map((id) => (id === viewerId ? 'you' : nameOf(id)))
    .toSorted((one) => (one === 'you' ? -1 : 1))
    .join(' and ')
