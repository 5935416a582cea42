import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { RealtimeAnalyticsView } from '#contract/analytics.ts'
import type { FunnelStep, FunnelsView, FunnelView } from '#contract/analytics.funnels.ts'
import { FUNNEL, FUNNEL_MESSAGES } from '#contract/analytics.report.constants.ts'
import {
  deleteFunnel,
  fetchFunnels,
  funnelsFileAddress,
} from '#client/features/analytics/data/report.actions.ts'
import { useWrite } from '#client/live/use-write.ts'
import { AlertDialog } from '#client/ui/AlertDialog.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { IconButton } from '#client/ui/IconButton.tsx'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import { mediumDate } from '#client/ui/locale.ts'
import { Num } from '#client/ui/Num.tsx'
import { SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { FileLink } from './FileLink.tsx'
import { factName, queryOf, rangeWords, searchOf } from './report-query.ts'
import { percent, stepShares } from './shares.ts'
import { useRefetchAfterPush } from './useRefetchAfterPush.ts'

/** Fetched again after a push at most so often, ms. */
const REFRESH_MS = 5_000

const editor = lazyComponent<{ funnel: FunnelView | null; onClose: () => void; onSaved: () => void }>(
  async () => (await import('./FunnelDialog.tsx')).FunnelDialog,
)

interface FunnelsProps {
  /** The live figures: whenever they change, the funnels do. */
  live: RealtimeAnalyticsView | null
}

/** The funnels, with their counts in the range of the page's address. */
export const Funnels = ({ live }: FunnelsProps) => {
  const { range, from, to } = queryOf(useSearchParams()[0])
  // Steps are counted by day, and without what the filters ask for.
  const query = range === 'live' ? { range: 'today' as const } : { range, from, to }
  const funnels = useQuery({
    queryKey: ['/api/analytics/funnels', query],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => fetchFunnels(query, signal),
  })
  useRefetchAfterPush(funnels, live, REFRESH_MS)
  const fetchAgain = () => void funnels.refetch()
  /** The funnel that is renamed; null: a new one is made. */
  const [edited, setEdited] = useState<{ funnel: FunnelView | null } | null>(null)
  const Editor = useLazy(editor, edited !== null, () => setEdited(null))
  const all = funnels.data?.funnels ?? []
  const isFull = all.length >= FUNNEL.most
  return (
    <Card
      title="Funnels"
      action={<FileLink href={funnelsFileAddress(searchOf(query))} label="Funnels as CSV" />}
    >
      <p className="max-w-read pb-3 text-sm text-pretty text-ink-soft">
        {rangeWords(query)}: how many visitors took these steps in this order within one day (UTC). Other
        pages may lie between. A visitor counts once a day at each step, and nobody is followed into the next
        day. A visitor who registers or logs in begins anew. Filters do not apply.
      </p>
      {funnels.isPending && <SkeletonGroup label="Loading funnels..." blocks={[160]} />}
      {funnels.isError && !funnels.data && <ErrorState title="Failed to load the funnels" query={funnels} />}
      {funnels.data && all.length === 0 && <p className="text-sm text-ink-faint">No funnels yet</p>}
      {funnels.data && all.length > 0 && (
        <ul className="grid gap-x-8 gap-y-6 *:min-w-0 md:grid-cols-2" aria-busy={funnels.isPlaceholderData}>
          {all.map((funnel) => (
            <Funnel
              key={funnel.id}
              funnel={funnel}
              from={funnels.data.from}
              onRename={() => setEdited({ funnel })}
              onDeleted={fetchAgain}
            />
          ))}
        </ul>
      )}
      {funnels.data && (
        <div className="flex flex-wrap items-center gap-3 pt-5">
          <Button size="sm" icon={<Plus />} disabled={isFull} onClick={() => setEdited({ funnel: null })}>
            New Funnel
          </Button>
          {isFull && <p className="text-sm text-ink-soft">{FUNNEL_MESSAGES.tooMany}</p>}
        </div>
      )}
      {edited && Editor && (
        <Editor funnel={edited.funnel} onClose={() => setEdited(null)} onSaved={fetchAgain} />
      )}
    </Card>
  )
}

/** What a step is called. */
const stepName = (step: FunnelStep): string =>
  step.kind === 'page'
    ? step.path === '/*'
      ? 'Any page'
      : factName('page', step.path)
    : step.event.replace('/', ': ')

interface FunnelProps {
  funnel: FunnelsView['funnels'][number]
  /** Begin of the range. */
  from: string
  onRename: () => void
  onDeleted: () => void
}

const Funnel = ({ funnel, from, onRename, onDeleted }: FunnelProps) => {
  const { id, name, createdAt } = funnel
  const [isDeleting, setDeleting] = useState(false)
  const { pending, run } = useWrite()
  const remove = async () => {
    const isDeleted = await run({
      write: () => deleteFunnel(id),
      done: 'Funnel Deleted',
      failed: { title: 'Error', sentence: 'Failed to delete the funnel' },
    })
    if (!isDeleted) return
    setDeleting(false)
    onDeleted()
  }
  return (
    <li>
      <div className="flex items-center gap-1 pb-1">
        <h3 className="written min-w-0 flex-1 text-base font-semibold" dir="auto">
          {name}
        </h3>
        <IconButton size="sm" label={`Rename ${name}`} icon={<Pencil />} onClick={onRename} />
        <IconButton size="sm" label={`Delete ${name}`} icon={<Trash2 />} onClick={() => setDeleting(true)} />
      </div>
      {createdAt > from && (
        <p className="pb-1 text-xs text-ink-faint">Counted since {mediumDate(Date.parse(createdAt))}</p>
      )}
      <Steps funnel={funnel} />
      <AlertDialog
        open={isDeleting}
        onOpenChange={setDeleting}
        title={`Delete ${name}?`}
        description="This also deletes its counts."
        confirmLabel="Delete"
        onConfirm={() => void remove()}
        pending={pending}
      />
    </li>
  )
}

const Steps = ({ funnel }: Pick<FunnelProps, 'funnel'>) => {
  const { name, steps, reached } = funnel
  const shares = stepShares(funnel)
  return (
    <ol className="grid gap-2.5" aria-label={`Steps of ${name}`}>
      {steps.map((step, at) => {
        const { ofAll, ofBefore } = shares[at]!
        return (
          <li key={at} className="text-sm">
            <span className="flex items-baseline justify-between gap-3">
              <span className="one-line">
                {at + 1}. {stepName(step)}
              </span>{' '}
              <span className="shrink-0 text-ink-soft">
                {ofBefore !== null && (
                  <span className="tabular">
                    {percent(ofBefore)} of step {at} {'\u{B7}'}{' '}
                  </span>
                )}
                <Num value={reached[at] ?? 0} className="font-semibold text-ink" />
              </span>
            </span>
            <span className="mt-1 block h-1.5 rounded-full bg-wash-strong">
              <span
                className="block h-full rounded-full bg-chart-1"
                style={{ width: `${(ofAll ?? 0) * 100}%` }}
              />
            </span>
          </li>
        )
      })}
    </ol>
  )
}
