import { useState } from 'react'
import type { DeadJobView } from '#contract/monitor.ts'
import { discardJob, retryJob } from '#client/features/monitor/data/monitor.actions.ts'
import { sentenceOf } from '#client/live/http.ts'
import { Button } from '#client/ui/Button.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { toast } from '#client/ui/toast.ts'

interface DeadJobsProps {
  jobs: readonly DeadJobView[]
  total: number
}

/** Work that was given up after its last attempt, each with what an admin can do about it. */
export const DeadJobs = ({ jobs, total }: DeadJobsProps) => {
  if (jobs.length === 0) {
    return (
      <EmptyState mascot="king" title="No dead jobs">
        Everything that was promised is done or under way.
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
        <p className="text-sm text-ink-faint">{`and ${total - jobs.length} older ones`}</p>
      )}
    </div>
  )
}

const JobCard = ({ job: { id, kind, attempts, lastError, diedAt, canDiscard } }: { job: DeadJobView }) => {
  const { pending, run } = useDealing()
  return (
    <article className="rounded-lg border border-hairline bg-surface p-4" data-testid="dead-job">
      <div className="flex flex-wrap items-center gap-2 pb-2">
        <h3 className="font-mono text-sm font-semibold">{kind}</h3>
        <span className="ms-auto text-sm text-ink-faint">
          {`${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}, given up `}
          <RelativeTime at={diedAt} />
        </span>
      </div>
      {lastError === null ? (
        <p className="text-sm text-ink-soft">No error was noted: it ended the process that worked on it.</p>
      ) : (
        <p className="written font-mono text-sm">{lastError}</p>
      )}
      <div className="flex flex-wrap justify-end gap-3 pt-3">
        {canDiscard && (
          <Button
            size="sm"
            pending={pending === 'discard'}
            disabled={pending !== null}
            onClick={() => run('discard', () => discardJob(id))}
          >
            Discard
          </Button>
        )}
        <Button
          size="sm"
          pending={pending === 'retry'}
          disabled={pending !== null}
          onClick={() => run('retry', () => retryJob(id))}
        >
          Try again
        </Button>
      </div>
    </article>
  )
}

function useDealing() {
  const [pending, setPending] = useState<'retry' | 'discard' | null>(null)
  const run = async (name: 'retry' | 'discard', work: () => Promise<void>) => {
    setPending(name)
    try {
      await work()
    } catch (error) {
      toast({
        variant: 'destructive',
        title: 'Error',
        description: sentenceOf(error),
      })
    } finally {
      setPending(null)
    }
  }
  return { pending, run: (...args: Parameters<typeof run>) => void run(...args) }
}
