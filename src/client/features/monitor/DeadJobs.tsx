import type { DeadJobView } from '#contract/monitor.ts'
import { counted } from '#contract/plural.ts'
import { discardJob, retryJob } from '#client/features/monitor/data/monitor.actions.ts'
import { useWrite } from '#client/live/use-write.ts'
import { Button } from '#client/ui/Button.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'

interface DeadJobsProps {
  jobs: readonly DeadJobView[]
  total: number
}

/** Jobs that failed at their last attempt, with the actions of an admin. */
export const DeadJobs = ({ jobs, total }: DeadJobsProps) => {
  if (jobs.length === 0) {
    return (
      <EmptyState mascot="king" title="No dead jobs">
        All jobs are done or running.
      </EmptyState>
    )
  }
  return (
    <div className="grid gap-3 pt-4">
      <ul className="grid gap-3">
        {jobs.map((job) => (
          <li key={job.id}>
            <JobCard job={job} />
          </li>
        ))}
      </ul>
      {total > jobs.length && (
        <p className="text-sm text-ink-faint">{`and ${counted(total - jobs.length, 'older one')}`}</p>
      )}
    </div>
  )
}

const JobCard = ({ job: { id, kind, attempts, lastError, diedAt, canDiscard } }: { job: DeadJobView }) => {
  const { pending, isPending, run } = useWrite()
  const decide = (target: 'retry' | 'discard', write: () => Promise<void>) =>
    void run({ target, write, failed: 'Error' })
  return (
    <article className="rounded-lg border border-hairline bg-surface p-4" data-testid="dead-job">
      <div className="flex flex-wrap items-center gap-2 pb-2">
        <h3 className="font-mono text-sm font-semibold">{kind}</h3>
        <span className="ms-auto text-sm text-ink-faint">
          {`${counted(attempts, 'attempt')}, given up `}
          <RelativeTime at={diedAt} />
        </span>
      </div>
      {lastError === null ? (
        <p className="text-sm text-ink-soft">
          There is no error text: the server process stopped while it worked on this job.
        </p>
      ) : (
        <p className="written font-mono text-sm">{lastError}</p>
      )}
      <div className="flex flex-wrap justify-end gap-3 pt-3">
        {canDiscard && (
          <Button
            size="sm"
            pending={isPending('discard')}
            disabled={pending}
            onClick={() => decide('discard', () => discardJob(id))}
          >
            Discard
          </Button>
        )}
        <Button
          size="sm"
          pending={isPending('retry')}
          disabled={pending}
          onClick={() => decide('retry', () => retryJob(id))}
        >
          Try again
        </Button>
      </div>
    </article>
  )
}
