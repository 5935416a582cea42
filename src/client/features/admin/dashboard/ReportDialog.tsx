import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { EyeOff, TriangleAlert } from 'lucide-react'
import type { ReportHistoryView, ReportedMediaView } from '#contract/moderation.ts'
import { fetchHistory } from '#client/features/admin/data/reports-rows.ts'
import { AttachedMedia } from '#client/features/media/MediaBox.tsx'
import { VoiceMessage } from '#client/features/media/voice/VoiceMessage.tsx'
import { onLive } from '#client/live/registry.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { TextLink } from '#client/ui/TextLink.tsx'
import { DueBadge } from './DueBadge.tsx'
import { ModerateForm } from './ModerateForm.tsx'
import { RowsSkeleton } from './RowsSkeleton.tsx'
import { caseWords } from './case-words.ts'
import { reasonWords, whoWords } from './report-words.ts'

/** A report with all its details and the possible actions. */
export const DecideReportDialog = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const query = useQuery({
    queryKey: ['admin', 'report', id],
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) => fetchHistory(id, signal),
  })
  const history = query.data
  const { refetch } = query
  // Another admin may decide first.
  useEffect(
    () => onLive('report:updated', ({ report }) => void (report.id === id && refetch())),
    [id, refetch],
  )
  return (
    <Dialog
      open
      onOpenChange={(stays) => !stays && onClose()}
      size="lg"
      title={history ? `${reasonWords(history.report.reason)}: a ${history.report.targetType}` : 'Report'}
    >
      {query.isPending && <RowsSkeleton label="Loading the report..." />}
      {query.isError && <ErrorState title="Failed to load the report" query={query} />}
      {history && (
        <div className="flex flex-col gap-5">
          <Who {...history} />
          <What {...history} />
          <Before {...history} />
          <ModerateForm report={history.report} now={history.now.state} onDone={onClose} />
        </div>
      )}
    </Dialog>
  )
}

const Who = ({ report }: ReportHistoryView) => (
  <div className="text-sm">
    <p>
      {report.reporter ? (
        <TextLink to={`/u/${report.reporter.handle}`}>@{report.reporter.handle}</TextLink>
      ) : (
        'A deleted account'
      )}{' '}
      reported{' '}
      {report.person ? (
        <TextLink to={`/u/${report.person.handle}`}>@{report.person.handle}</TextLink>
      ) : (
        'a deleted account'
      )}{' '}
      · <RelativeTime at={report.createdAt} />
    </p>
    <DueBadge report={report} />
    {report.details && (
      <p className="mt-2 wrap-anywhere" dir="auto">
        "{report.details}"
      </p>
    )}
  </div>
)

const STATES = { there: 'still there', hidden: 'removed, and can come back', gone: 'gone' } as const

const What = ({ report: { thing, targetType }, now }: ReportHistoryView) => {
  const isSame = now.text === thing.text
  return (
    <section>
      <h3 className="flex flex-wrap items-center gap-2 font-text text-sm font-semibold">
        As it was reported{' '}
        <Badge tone={now.state === 'there' ? 'neutral' : 'brass'}>{STATES[now.state]}</Badge>
        {thing.path && now.state === 'there' && <TextLink to={thing.path}>Open</TextLink>}
      </h3>
      <Quote text={thing.text} />
      {now.media && <ReportedMedia {...now.media} />}
      {thing.mediaUrl && !now.media && (
        <p className="mt-1 text-sm text-ink-soft">
          {targetType === 'message'
            ? 'The message has a picture or video. Only its two people can see it.'
            : 'The message had a picture or video. It was deleted.'}
        </p>
      )}
      {now.text !== null && !isSame && (
        <>
          <h3 className="mt-3 font-text text-sm font-semibold">As it is now</h3>
          <Quote text={now.text} />
        </>
      )}
    </section>
  )
}

const Quote = ({ text }: { text: string }) => (
  <blockquote
    className="written mt-1 max-h-48 overflow-y-auto rounded-md border border-hairline bg-sunken p-3"
    dir="auto"
  >
    {text || 'Without words'}
  </blockquote>
)

const Before = ({ cases, reports }: ReportHistoryView) => (
  <section>
    <h3 className="font-text text-sm font-semibold">History</h3>
    {cases.length === 0 && reports.length === 0 && (
      <p className="mt-1 text-sm text-ink-soft">
        This is the first report about it. There are no earlier decisions about this person.
      </p>
    )}
    <ul className="mt-1 flex flex-col gap-1 text-sm">
      {cases.map((one) => (
        <li key={one.id}>
          <RelativeTime at={one.createdAt} /> · {caseWords(one)}
        </li>
      ))}
      {reports.map((one) => (
        <li key={one.id}>
          <RelativeTime at={one.createdAt} /> · reported by {whoWords(one.reporter)} for{' '}
          {reasonWords(one.reason).toLowerCase()}: {one.status}
        </li>
      ))}
    </ul>
  </section>
)

/**
 * The picture or video of what was reported, small, under what covers it for everybody else: nothing of it is
 * loaded before.
 */
const ReportedMedia = ({ contentWarn, nsfw, ...shown }: ReportedMediaView) => {
  const [revealed, setRevealed] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const reveal = () => {
    setRevealed(true)
    // The click removes the button, so the focus moves here.
    box.current?.focus()
  }
  const isCovered = !revealed && (nsfw || contentWarn !== null)
  if (shown.mediaType === 'audio' && shown.media) return <VoiceMessage media={shown.media} />
  return (
    <div ref={box} tabIndex={-1} className="max-w-80">
      <AttachedMedia
        {...shown}
        cover={isCovered ? <Cover warning={contentWarn} onReveal={reveal} /> : null}
      />
    </div>
  )
}

const Cover = ({ warning, onReveal }: { warning: string | null; onReveal: () => void }) => (
  <button
    type="button"
    className="absolute inset-0 flex w-full flex-col items-center justify-center gap-2 bg-surface/75 p-3 text-center text-sm text-ink-soft hover:bg-surface/85"
    onClick={onReveal}
  >
    {warning === null ? <EyeOff aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
    <span className="font-semibold text-ink wrap-anywhere" dir="auto">
      {warning ?? 'Sensitive content'}
    </span>
    <span>{warning === null ? 'Show it' : 'Content warning. Show it'}</span>
  </button>
)
