import { Monitor, Smartphone, Tablet } from 'lucide-react'
import type { SessionEntryView } from '#contract/account.settings.ts'
import {
  endOtherSessions,
  endSession,
  sessionList,
} from '#client/features/account/data/sessions/sessions.store.ts'
import { useSnapshot } from '#client/live/use-snapshot.ts'
import type { Write } from '#client/live/use-write.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { WriteButton } from '#client/live/WriteButton.tsx'
import { Card } from '#client/ui/Card.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import type { FailedQuery } from '#client/ui/ErrorState.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { deviceName, placeName } from './device-words.ts'

const ICONS = { mobile: Smartphone, tablet: Tablet, desktop: Monitor } as const

/** The person's sessions, with a button to end each; updated by push. */
export const SessionsCard = () => {
  const { query, value: list } = useSnapshot(sessionList)
  if (!list)
    return (
      <Card title="Where you are signed in">{query.isError ? <NotLoaded query={query} /> : <Waiting />}</Card>
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
      {others.length > 0 && (
        <WriteButton size="sm" className="mt-4" does={ending(endOtherSessions, 'Logged out everywhere else')}>
          Log out everywhere else
        </WriteButton>
      )}
    </Card>
  )
}

const placeOf = (session: SessionEntryView): string => (placeName(session) ? `${placeName(session)} · ` : '')

const Row = ({ session, isOwn = false }: { session: SessionEntryView; isOwn?: boolean }) => {
  const Icon = ICONS[session.device]
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
        <WriteButton
          size="sm"
          aria-label={`Log out there: ${deviceName(session)}`}
          does={ending(() => endSession(session.id), 'Logged out there')}
        >
          Log out there
        </WriteButton>
      )}
    </li>
  )
}

/** Ends sessions; a push updates the list. */
const ending = (end: () => Promise<unknown>, done: string): Write<unknown> => ({
  write: end,
  done,
  failed: { title: 'Error', fallback: 'Failed to log out there' },
})

const NotLoaded = ({ query }: { query: FailedQuery }) => (
  <ErrorState title="The guest book will not open" query={query}>
    We could not load where you are signed in.
  </ErrorState>
)

const Waiting = () => (
  <SkeletonGroup label="Reading the guest book..." className="flex flex-col gap-4" blocks={[48, 48]} />
)
