import { clsx } from 'clsx'
import { Shield } from 'lucide-react'
import { useShallow } from 'zustand/react/shallow'
import type { WaitingView } from '#contract/moderation.ts'
import { withdraw } from '#client/features/moderation/data/waiting.actions.ts'
import { useWaitingStore } from '#client/features/moderation/data/waiting.store.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { WriteButton } from '#client/live/WriteButton.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { TextLink } from '#client/ui/TextLink.tsx'

export interface WaitingListProps {
  /**
   * Only comments on this post, as part of its thread. Without it everything that waits, as rows of a feed.
   */
  postId?: string
}

/** The viewer's posts and comments that wait for review, newest first. Renders nothing without any. */
export const WaitingList = ({ postId }: WaitingListProps) => {
  const rows = useWaitingStore(
    useShallow(({ records }) =>
      [...records.values()].filter((one) => postId === undefined || one.postId === postId),
    ),
  )
  if (rows.length === 0) return null
  return (
    <ul aria-label="Waiting for the guards">
      {rows.map((waiting) => (
        <WaitingRow key={waiting.id} waiting={waiting} inThread={postId !== undefined} />
      ))}
    </ul>
  )
}

const WaitingRow = ({ waiting, inThread }: { waiting: WaitingView; inThread: boolean }) => {
  const { kind, postId, text, createdAt } = waiting
  return (
    <li
      className={clsx(
        'flex flex-col gap-2 bg-wash',
        inThread ? 'my-2 rounded-md p-3' : 'border-b border-hairline px-4 py-3 sm:px-5',
      )}
    >
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-soft">
        <Badge tone="brass" icon={<Shield />}>
          Waiting for the guards
        </Badge>
        <span>
          {kind === 'comment' && postId && !inThread ? (
            <TextLink to={`/p/${postId}`}>Your comment</TextLink>
          ) : (
            `Your ${kind}`
          )}
        </span>
        <RelativeTime at={createdAt} />
      </p>
      <p className="written">{text}</p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-ink-soft">Only you see it until a moderator lets it through.</p>
        <WriteButton
          size="sm"
          variant="ghost"
          pendingLabel="Withdrawing..."
          does={{ write: () => withdraw(waiting), failed: `Failed to withdraw the ${kind}` }}
        >
          Withdraw
        </WriteButton>
      </div>
    </li>
  )
}
