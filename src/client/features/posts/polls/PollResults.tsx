import { clsx } from 'clsx'
import type { PollView } from '#contract/posts.polls.ts'
import { counted } from '#contract/plural.ts'
import { Progress } from '#client/ui/Progress.tsx'
import { PollState } from './PollState.tsx'

interface PollResultsProps {
  poll: PollView
  hasEnded: boolean
  /** The viewer's own; null for none. */
  vote: number | null
}

/** The answers with their shares. The bars follow the pushes of the post. */
export const PollResults = ({ poll, hasEnded, vote }: PollResultsProps) => {
  const most = Math.max(...poll.options.map(({ votes }) => votes))
  return (
    // No landmark: a page has many polls.
    <div role="group" aria-label="Results of the poll">
      <ul>
        {poll.options.map(({ text, votes }, at) => (
          <li
            key={text}
            className={clsx('s-poll-option s-poll-result', votes > 0 && votes === most && 's-poll-most')}
          >
            <span className="s-poll-text" dir="auto">
              {text}
            </span>
            {vote === at && <span className="s-poll-own">Your vote</span>}
            <span className="s-poll-share tabular">{percentOf(votes, poll.votes)}%</span>
            <Progress
              className="s-poll-bar"
              value={votes}
              max={poll.votes}
              label={`${text}: ${votes} of ${counted(poll.votes, 'vote')}`}
              tone={vote === at ? 'royal' : 'brass'}
            />
          </li>
        ))}
      </ul>
      <div className="s-poll-foot">
        <PollState poll={poll} hasEnded={hasEnded} />
      </div>
    </div>
  )
}

const percentOf = (votes: number, all: number): number => (all === 0 ? 0 : Math.round((100 * votes) / all))
