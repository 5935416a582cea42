import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Maximize, Minimize } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { TITLES } from '#contract/site.page-titles.ts'
import { TIMINGS } from '#contract/limits.ts'
import { AdminDoor } from '#client/features/account/second-factor/AdminDoor.tsx'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import {
  fetchServerMapAt,
  serverMapNow,
  serverMapTimeline,
} from '#client/features/monitor/data/server-map.store.ts'
import { useSnapshot } from '#client/live/use-snapshot.ts'
import { useWatchTopic } from '#client/live/watch.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { dateFormat } from '#client/ui/locale.ts'
import { usePageTitle } from '#client/ui/page-title.ts'
import { PageHeading } from '#client/ui/PageHeading.tsx'
import { SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { TimeLine } from './TimeLine.tsx'
import { ServerMap } from './ServerMap.tsx'
import './sewer-map.css'

const TITLE = TITLES['/sewer-map']
const clock = dateFormat({ timeStyle: 'medium' })
const minuteOf = dateFormat({ dateStyle: 'short', timeStyle: 'short' })

/** /sewer-map: every server process on one screen, for a wall; admins alone. */
export const SewerMapPage = () => {
  const isAdmin = useViewer()?.isAdmin ?? false
  usePageTitle(TITLE)
  if (!isAdmin)
    return (
      <EmptyState
        as="h1"
        mascot="guard"
        title="Only the plumbers of the house may see the pipes."
        action={<ButtonLink to="/">Back to the palace</ButtonLink>}
      />
    )
  return (
    <AdminDoor>
      <SewerMap />
    </AdminDoor>
  )
}

const SewerMap = () => {
  const frame = useRef<HTMLDivElement>(null)
  // The minute that is shown, ISO; null: now.
  const [past, setPast] = useState<string | null>(null)
  // Pushed each second while the page is open; polled without a socket (LIVE L8, L48).
  const { value: now, query } = useSnapshot(serverMapNow, { pollMs: TIMINGS.monitorPoll })
  useWatchTopic('sewer')
  const history = useQuery({
    queryKey: ['server map', past],
    enabled: past !== null,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => fetchServerMapAt(past!, signal),
  })
  const { value: timeline } = useSnapshot(serverMapTimeline)
  const shown = past === null ? now : (history.data ?? null)
  const failed = past === null ? query : history
  return (
    <div ref={frame} className="s-sewer grid content-start gap-5 p-4" data-testid="sewer-map">
      <PageHeading title={TITLE}>
        {past === null ? (
          <Badge tone="live" pulse>
            {now ? `Live, ${clock(new Date(now.at))}` : 'Live'}
          </Badge>
        ) : (
          <Badge tone="brass">{minuteOf(new Date(past))}</Badge>
        )}
        <ButtonLink size="sm" variant="ghost" to="/ai-monitor?tab=alerts">
          Alerts
        </ButtonLink>
        <FullScreen frame={frame} />
      </PageHeading>
      {shown ? (
        <div className={clsx('grid gap-5', history.isPlaceholderData && 'opacity-60')}>
          <ServerMap serverMap={shown} />
        </div>
      ) : failed.isError ? (
        <ErrorState title="The pipes do not answer" query={failed} />
      ) : (
        <Loading />
      )}
      {timeline && <TimeLine minutes={timeline.minutes} past={past} onChange={setPast} />}
    </div>
  )
}

const Loading = () => (
  <SkeletonGroup label="Loading the pipes..." className="grid gap-5" blocks={[104, 148, 320]} />
)

const FullScreen = ({ frame }: { frame: RefObject<HTMLDivElement | null> }) => {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const note = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', note)
    return () => document.removeEventListener('fullscreenchange', note)
  }, [])
  const change = useCallback(() => {
    const done = document.fullscreenElement ? document.exitFullscreen() : frame.current?.requestFullscreen()
    // A browser that refuses it has said why; the page stays as it is.
    done?.catch(() => undefined)
  }, [frame])
  // Phones of one maker have no full screen for pages.
  if (!document.fullscreenEnabled) return null
  return (
    <Button size="sm" icon={isFull ? <Minimize /> : <Maximize />} onClick={change}>
      {isFull ? 'Leave full screen' : 'Full screen'}
    </Button>
  )
}
