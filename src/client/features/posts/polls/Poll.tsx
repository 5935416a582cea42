import { useCallback, useId, useState, useSyncExternalStore } from 'react'
import type { FormEvent } from 'react'
import type { PollView } from '#contract/posts.polls.ts'
import { askToLogIn } from '#client/features/account/data/viewer/ask-to-log-in.ts'
import { currentViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { useResumedAct } from '#client/features/account/data/viewer/wanted-act.ts'
import { castVote, useVote } from '#client/features/posts/data/polls/polls.store.ts'
import type { ShownPost } from '#client/features/posts/data/shown-post.ts'
import { useWrite } from '#client/live/use-write.ts'
import { Button } from '#client/ui/Button.tsx'
import { PollResults } from './PollResults.tsx'
import { PollState } from './PollState.tsx'
import { atServerTime, serverNow } from '#client/ui/server-time.ts'
import './Poll.css'

export interface PollProps {
  post: ShownPost
  poll: PollView
}

/** The poll of a post: a choice until the viewer has voted or it has ended, then the results, which stay live. */
export const Poll = ({ post, poll }: PollProps) => {
  const vote = useVote(post.id, !post.sending)
  const hasEnded = useHasEnded(poll.endsAt)
  const { pending, run } = useWrite()
  const cast = (option: number) => {
    if (!currentViewer())
      return askToLogIn('Please log in to vote.', { act: { kind: 'vote', id: post.id, option } })
    return void run({ write: () => castVote(post.id, option), failed: 'Failed to vote' })
  }
  useResumedAct('vote', post.id, vote !== undefined, ({ option }) => {
    if (vote === null && !hasEnded) cast(option)
  })
  if (hasEnded || vote != null) return <PollResults poll={poll} hasEnded={hasEnded} vote={vote ?? null} />
  return <Ballot poll={poll} pending={pending} disabled={post.sending} onVote={cast} />
}

interface BallotProps {
  poll: PollView
  pending: boolean
  disabled: boolean
  onVote: (option: number) => void
}

const Ballot = ({ poll, pending, disabled, onVote }: BallotProps) => {
  const [chosen, setChosen] = useState<number | null>(null)
  const name = useId()
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen !== null) onVote(chosen)
  }
  return (
    <form onSubmit={onSubmit}>
      <fieldset disabled={disabled || pending}>
        <legend className="sr-only">Poll</legend>
        {poll.options.map(({ text }, at) => (
          <label key={text} className="s-poll-option s-poll-choice">
            <input
              type="radio"
              className="s-poll-dot"
              name={name}
              checked={chosen === at}
              onChange={() => setChosen(at)}
            />
            <span className="s-poll-text" dir="auto">
              {text}
            </span>
          </label>
        ))}
      </fieldset>
      <div className="s-poll-foot">
        <Button type="submit" size="sm" pending={pending} disabled={disabled || chosen === null}>
          Vote
        </Button>
        <PollState poll={poll} hasEnded={false} />
      </div>
    </form>
  )
}

/** Whether the poll has ended, by the server's clock; changes at that moment. */
function useHasEnded(endsAt: string): boolean {
  const end = Date.parse(endsAt)
  const subscribe = useCallback((changed: () => void) => atServerTime(end, changed), [end])
  return useSyncExternalStore(subscribe, () => serverNow() >= end)
}
