import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { REACTIONS } from '#contract/posts.constants.ts'
import type { ReactionEmoji } from '#contract/posts.ts'
import { usePauseDrops } from '#client/features/posts/data/drops-pause.store.ts'
import { fetchReactors } from '#client/features/posts/data/posts.actions.ts'
import { useReactions, type ShownPost } from '#client/features/posts/data/shown-post.ts'
import { peopleList } from '#client/features/people/data/users/people.lists.ts'
import { usePeople } from '#client/features/people/lists/usePeople.ts'
import { PeopleSkeleton } from '#client/features/people/lists/PeopleSkeleton.tsx'
import { PersonRow } from '#client/features/people/lists/PersonRow.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { MoreRows } from '#client/ui/MoreRows.tsx'
import { Num } from '#client/ui/Num.tsx'
import { Sheet } from '#client/ui/Sheet.tsx'
import { Tabs } from '#client/ui/Tabs.tsx'
import './WhoReacted.css'

export interface WhoReactedProps {
  post: ShownPost
  open: boolean
  onClose: () => void
}

/** The people who reacted to a post: all, or those with one emoji. */
export const WhoReacted = ({ post, open, onClose }: WhoReactedProps) => {
  usePauseDrops(open)
  return (
    <Sheet open={open} onOpenChange={(stays) => !stays && onClose()} title="Who reacted" size="sm">
      <ClosesOnLeave onClose={onClose} />
      <ByEmoji post={post} />
    </Sheet>
  )
}

/** A person's link leads to another page, perhaps below the same card. */
const ClosesOnLeave = ({ onClose }: { onClose: () => void }) => {
  const { key } = useLocation()
  const [opened] = useState(key)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (key !== opened) close()
  }, [key, opened])
  return null
}

const ALL = 'all'

const ByEmoji = ({ post }: { post: ShownPost }) => {
  const [current, setCurrent] = useState<ReactionEmoji | typeof ALL>(ALL)
  const { reactionCounts } = useReactions(post)
  const used = REACTIONS.filter(({ emoji }) => reactionCounts[emoji] || emoji === current)
  const tabs = [
    {
      key: ALL,
      label: (
        <>
          All <Num value={post._count.reactions} />
        </>
      ),
      content: <Reactors postId={post.id} />,
    },
    ...used.map(({ emoji, name }) => ({
      key: emoji,
      label: (
        <>
          <span role="img" aria-label={name} className="s-reaction-emoji">
            {emoji}
          </span>
          <Num value={reactionCounts[emoji] ?? 0} />
        </>
      ),
      content: <Reactors postId={post.id} emoji={emoji} />,
    })),
  ]
  return (
    <Tabs
      tabs={tabs}
      label="Emoji"
      current={current}
      onChange={(key) => setCurrent(key as typeof current)}
      className="s-reactors"
    />
  )
}

/** Counts are pushed; the list is read again whenever it opens, and when they change. */
export const reactorsOf = (postId: string, emoji: ReactionEmoji | undefined) =>
  peopleList(
    `reactors to ${postId} ${emoji ?? ALL}`,
    (cursor, signal) => fetchReactors(postId, { emoji, cursor }, signal),
    0,
  )

const Reactors = ({ postId, emoji }: { postId: string; emoji?: ReactionEmoji }) => {
  const { rows, ids, loading, failed, readAgain, next } = usePeople(reactorsOf(postId, emoji))
  const known = new Set(ids)
  return (
    <div className="s-reactors-list">
      {loading ? (
        <PeopleSkeleton label="Loading who reacted..." compact />
      ) : failed ? (
        <ErrorState title="Failed to load who reacted" onRetry={readAgain} />
      ) : ids.length === 0 ? (
        <EmptyState mascot="guard" title="Nobody yet">
          Not a single poo was thrown.
        </EmptyState>
      ) : (
        <>
          <ul>
            {rows
              .filter(({ id }) => known.has(id))
              .map((row) => (
                <li key={row.id}>
                  <PersonRow id={row.id} mark={row.emoji} compact />
                </li>
              ))}
          </ul>
          <MoreRows {...next} />
        </>
      )}
    </div>
  )
}
