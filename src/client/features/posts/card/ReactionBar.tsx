import { clsx } from 'clsx'
import { memo, useState } from 'react'
import { REACTIONS } from '#contract/posts.constants.ts'
import type { ReactionEmoji } from '#contract/posts.ts'
import { useReactions } from '#client/features/posts/data/shown-post.ts'
import type { ShownPost } from '#client/features/posts/data/shown-post.ts'
import { Num } from '#client/ui/Num.tsx'
import { react } from './post-actions.ts'
import './ReactionBar.css'

/**
 * The five reactions with their counts. The viewer's own is marked, and changes before the server answers
 * (product sections 2 and 9).
 */
export const ReactionBar = ({ post }: { post: ShownPost }) => {
  const { reaction, reactionCounts } = useReactions(post)
  return (
    <div role="group" aria-label="Reactions" className="s-reactions">
      {REACTIONS.map(({ emoji, name }) => (
        <Reaction
          key={emoji}
          emoji={emoji}
          name={name}
          postId={post.id}
          own={reaction === emoji}
          count={reactionCounts[emoji] ?? 0}
          disabled={post.sending}
        />
      ))}
    </div>
  )
}

interface ReactionProps {
  emoji: ReactionEmoji
  name: string
  postId: string
  own: boolean
  count: number
  disabled: boolean
}

const Reaction = memo(({ postId, ...shown }: ReactionProps) => (
  <ReactionButton {...shown} onClick={() => void react(postId, shown.emoji)} />
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
