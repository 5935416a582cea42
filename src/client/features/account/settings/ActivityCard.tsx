import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { SECURITY_EVENTS } from '#contract/account.security-events.ts'
import type { AccountActivityView } from '#contract/account.settings.ts'
import {
  fetchActivity,
  sessionList,
  useActivityVersion,
} from '#client/features/account/data/sessions/sessions.store.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { deviceName, placeName } from './device-words.ts'

/** Lines shown before 'Show all'. */
const AT_FIRST = 5

/**
 * Log-ins, changes and refusals of the last 30 days. Fetched again whenever the list of sessions changes
 * or is pushed.
 */
export const ActivityCard = () => {
  const sessions = sessionList.use()
  const version = useActivityVersion((pushed) => pushed.version)
  const [all, setAll] = useState(false)
  const query = useQuery({
    queryKey: ['account-activity', sessions?.sessions.map(({ id }) => id).join(), version],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => fetchActivity(signal),
  })
  const { data, isError } = query
  return (
    <Card title="Where your account was used">
      {data ? (
        <>
          <ul className="flex flex-col divide-y divide-hairline">
            {data.slice(0, all ? undefined : AT_FIRST).map((line) => (
              <Line key={line.id} line={line} />
            ))}
          </ul>
          {data.length === 0 && <p className="text-ink-soft">Nothing in the last 30 days.</p>}
          {data.length > AT_FIRST && !all && (
            <Button size="sm" className="mt-4" onClick={() => setAll(true)}>
              Show all
            </Button>
          )}
        </>
      ) : isError ? (
        <ErrorState title="The guest book will not open" query={query}>
          We could not load where your account was used.
        </ErrorState>
      ) : (
        <SkeletonGroup label="Reading the guest book..." className="flex flex-col gap-4" blocks={[40, 40]} />
      )}
    </Card>
  )
}

const Line = ({ line }: { line: AccountActivityView }) => {
  const isRefused = line.outcome === 'refused'
  const Icon = isRefused ? ShieldAlert : ShieldCheck
  const [done, refused] = SECURITY_EVENTS[line.event]
  return (
    <li className="flex gap-4 py-3 first:pt-0 last:pb-0">
      <Icon
        aria-hidden="true"
        className={`mt-0.5 shrink-0 ${isRefused ? 'text-danger-ink' : 'text-ink-soft'}`}
      />
      <div className="min-w-0">
        <p className="font-semibold">
          {isRefused ? refused : done}
          {line.times > 1 && <span className="font-normal text-ink-soft"> · {line.times} times</span>}
        </p>
        <p className="text-sm text-ink-soft">
          {[deviceName(line), placeName(line)].filter(Boolean).join(' · ')} · <RelativeTime at={line.at} />
        </p>
      </div>
    </li>
  )
}
