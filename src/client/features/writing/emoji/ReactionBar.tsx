import { clsx } from 'clsx'
import { memo, useState } from 'react'
import { REACTIONS } from '#contract/posts.constants.ts'
import type { ReactionCounts, ReactionEmoji } from '#contract/posts.ts'
import { Num } from '#client/ui/Num.tsx'
import './ReactionBar.css'

interface ReactionBarProps {
  counts: ReactionCounts
  /** The viewer's own; null without one. */
  own: ReactionEmoji | null
  disabled?: boolean
  /** Stable, so that a change renders the emoji that it concerns. */
  onReact: (emoji: ReactionEmoji) => void
}

/** The five reactions with their counts. The viewer's own is marked (product section 9). */
export const ReactionBar = ({ counts, own, disabled = false, onReact }: ReactionBarProps) => (
  <div role="group" aria-label="Reactions" className="s-reactions">
    {REACTIONS.map(({ emoji, name }) => (
      <Reaction
        key={emoji}
        emoji={emoji}
        name={name}
        own={own === emoji}
        count={counts[emoji] ?? 0}
        disabled={disabled}
        onReact={onReact}
      />
    ))}
  </div>
)

interface ReactionProps extends Omit<ReactionButtonProps, 'onClick'> {
  onReact: (emoji: ReactionEmoji) => void
}

const Reaction = memo(({ onReact, ...shown }: ReactionProps) => (
  <ReactionButton {...shown} onClick={() => onReact(shown.emoji)} />
))
Reaction.displayName = 'Reaction'

interface ReactionButtonProps {
  emoji: ReactionEmoji
  name: string
  count: number
  /** The viewer's own. */
  own: boolean
  disabled?: boolean
  onClick: () => void
}

/** An emoji with its count, pressed while it is the viewer's own. */
export const ReactionButton = ({ emoji, name, count, own, disabled, onClick }: ReactionButtonProps) => {
  const [splashes, setSplashes] = useState(0)
  return (
    <button
      type="button"
      aria-pressed={own}
      aria-label={count === 0 ? name : `${name}, ${count}`}
      disabled={disabled}
      className={clsx('s-reaction', own && 's-reaction-own', count === 0 && 's-reaction-unused')}
      onClick={() => {
        if (!own) setSplashes(splashes + 1)
        onClick()
      }}
    >
      {/* A new key plays the splash again. */}
      <span
        key={splashes}
        className={clsx('s-reaction-emoji', splashes > 0 && own && 'anim-splash')}
        aria-hidden="true"
      >
        {emoji}
      </span>
      {count > 0 && <Num value={count} />}
    </button>
  )
}
