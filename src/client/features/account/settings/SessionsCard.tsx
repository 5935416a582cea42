import { useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone, Tablet } from 'lucide-react'
import type { SessionEntryView } from '#contract/account.settings.ts'
import {
  endOtherSessions,
  endSession,
  sessionList,
} from '#client/features/account/data/sessions/sessions.store.ts'
import { useWrite } from '#client/live/use-write.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { Skeleton, SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { deviceName, placeName } from './device-words.ts'

const ICONS = { mobile: Smartphone, tablet: Tablet, desktop: Monitor } as const

/** The person's sessions, with a button to end each; updated by push. */
export const SessionsCard = () => {
  const first = useQuery({
    queryKey: ['sessions'],
    staleTime: 0,
    queryFn: ({ signal }) => sessionList.load(signal),
  })
  const list = sessionList.use()
  if (!list)
    return (
      <Card title="Where you are signed in">
        {first.isError ? (
          <NotLoaded onRetry={() => void first.refetch()} retrying={first.isFetching} />
        ) : (
          <Waiting />
        )}
      </Card>
    )
  const own = list.sessions.filter(({ id }) => id === list.current)
  const others = list.sessions.filter(({ id }) => id !== list.current)
  return (
    <Card title="Where you are signed in">
      <ul className="flex flex-col divide-y divide-hairline">
        {own.map((session) => (
          <Row key={session.id} session={session} isOwn />
        ))}
        {others.map((session) => (
          <Row key={session.id} session={session} />
        ))}
      </ul>
      {others.length > 0 && <EndOthers />}
    </Card>
  )
}

const placeOf = (session: SessionEntryView): string => (placeName(session) ? `${placeName(session)} · ` : '')

const Row = ({ session, isOwn = false }: { session: SessionEntryView; isOwn?: boolean }) => {
  const Icon = ICONS[session.device]
  const { pending, run } = useEnding(() => endSession(session.id), 'Logged out there')
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4 first:pt-0 last:pb-0">
      <div className="flex min-w-0 grow gap-4">
        <Icon aria-hidden="true" className="mt-0.5 shrink-0 text-ink-soft" />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-semibold">
            {deviceName(session)}
            {isOwn && <Badge tone="live">This one</Badge>}
          </p>
          <p className="text-sm text-ink-soft">
            {placeOf(session)}
            {!isOwn && (
              <>
                last seen: <RelativeTime at={session.lastSeenAt} /> ·{' '}
              </>
            )}
            signed in: <RelativeTime at={session.startedAt} />
          </p>
        </div>
      </div>
      {!isOwn && (
        <Button
          size="sm"
          pending={pending}
          onClick={run}
          aria-label={`Log out there: ${deviceName(session)}`}
        >
          Log out there
        </Button>
      )}
    </li>
  )
}

const EndOthers = () => {
  const { pending, run } = useEnding(endOtherSessions, 'Logged out everywhere else')
  return (
    <Button size="sm" className="mt-4" pending={pending} onClick={run}>
      Log out everywhere else
    </Button>
  )
}

/** Ends sessions and shows a toast; a push updates the list. */
function useEnding(end: () => Promise<unknown>, done: string) {
  const { pending, run } = useWrite()
  const write = () =>
    run({ write: end, done, failed: { title: 'Error', fallback: 'Failed to log out there' } })
  return { pending, run: () => void write() }
}

const NotLoaded = (retry: { onRetry: () => void; retrying: boolean }) => (
  <ErrorState title="The guest book will not open" {...retry}>
    We could not load where you are signed in.
  </ErrorState>
)

const Waiting = () => (
  <SkeletonGroup label="Reading the guest book..." className="flex flex-col gap-4">
    <Skeleton shape="block" height={48} />
    <Skeleton shape="block" height={48} />
  </SkeletonGroup>
)
