import type { CSSProperties } from 'react'
import type { ShownPost } from '#client/features/posts/data/shown-post.ts'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import type { PollProps } from '#client/features/posts/polls/Poll.tsx'
import './PollSlot.css'

const poll = lazyComponent<PollProps>(
  async () => (await import('#client/features/posts/polls/Poll.tsx')).Poll,
)

/** The place of a poll, as high as it will be with or without results, so that nothing moves. */
export const PollSlot = ({ post }: { post: ShownPost }) => {
  const Shown = useLazy(poll, true)
  if (!post.poll) return null
  return (
    <div className="s-poll-slot" style={{ '--options': post.poll.options.length } as CSSProperties}>
      {Shown && <Shown key={post.id} post={post} poll={post.poll} />}
    </div>
  )
}
