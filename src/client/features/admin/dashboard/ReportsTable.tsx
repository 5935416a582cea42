import { Eye } from 'lucide-react'
import { useState } from 'react'
import type { AdminReportView } from '#contract/moderation.ts'
import { reportRows, sendStatus } from '#client/features/admin/data/reports-rows.ts'
import { useWrite } from '#client/live/use-write.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { IconButton } from '#client/ui/IconButton.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { Cell, HeadCell, Table } from '#client/ui/Table.tsx'
import { TextLink } from '#client/ui/TextLink.tsx'
import { DueBadge } from './DueBadge.tsx'
import { ReportDialog } from './ReportDialog.tsx'
import { reasonWords } from './report-words.ts'

/** One row for each report: reason, reporter, target, urgency and the two quick answers. */
export const ReportsTable = ({ reports }: { reports: readonly AdminReportView[] }) => {
  const { isPending, run } = useWrite()
  const [opened, setOpened] = useState<string | null>(null)
  const close = ({ id }: AdminReportView, status: 'resolved' | 'dismissed') =>
    run({
      target: id,
      write: async () => reportRows.apply([await sendStatus(id, status)]),
      done: 'Report updated',
      failed: { title: 'Error', fallback: 'Failed to update report' },
    })
  return (
    <>
      <Table label="Reports">
        <thead>
          <tr>
            <HeadCell>Reason</HeadCell>
            <HeadCell>Reporter</HeadCell>
            <HeadCell>Target</HeadCell>
            <HeadCell>Age</HeadCell>
            <HeadCell>Status</HeadCell>
            <HeadCell>Actions</HeadCell>
          </tr>
        </thead>
        <tbody>
          {reports.map((report) => (
            <Row
              key={report.id}
              report={report}
              busy={isPending(report.id)}
              onClose={(status) => void close(report, status)}
              onOpen={() => setOpened(report.id)}
            />
          ))}
        </tbody>
      </Table>
      {opened !== null && <ReportDialog id={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

/** Names the report in spoken labels, which are the same in each row otherwise. */
const nameOf = ({ reporter, reason }: AdminReportView): string =>
  `the report of ${reporter ? `@${reporter.handle}` : 'a deleted account'}: ${reasonWords(reason)}`

interface RowProps {
  report: AdminReportView
  busy: boolean
  onClose: (status: 'resolved' | 'dismissed') => void
  onOpen: () => void
}

const Row = ({ report, busy, onClose, onOpen }: RowProps) => (
  <tr>
    <Cell>
      <span className="block font-semibold whitespace-nowrap">{reasonWords(report.reason)}</span>
      {report.details && (
        <span className="line-clamp-2 max-w-56 text-sm text-ink-soft wrap-anywhere" dir="auto">
          {report.details}
        </span>
      )}
    </Cell>
    <Cell>
      {report.reporter ? (
        <TextLink to={`/u/${report.reporter.handle}`}>@{report.reporter.handle}</TextLink>
      ) : (
        'Deleted account'
      )}
    </Cell>
    <Cell>
      <span className="block text-sm text-ink-soft">
        {report.targetType}
        {report.person && ` of @${report.person.handle}`}
      </span>
      <span className="line-clamp-2 max-w-64 min-w-40 wrap-anywhere" dir="auto">
        {report.thing.text || 'Without words'}
      </span>
    </Cell>
    <Cell className="whitespace-nowrap">
      <RelativeTime at={report.createdAt} />
      <DueBadge report={report} />
    </Cell>
    <Cell>
      <Badge tone={report.status === 'pending' ? 'danger' : 'neutral'}>{report.status}</Badge>
    </Cell>
    <Cell>
      <div className="flex items-center gap-1">
        <IconButton label={`Look at ${nameOf(report)}`} size="sm" icon={<Eye />} onClick={onOpen} />
        <Button
          size="sm"
          aria-label={`Resolve ${nameOf(report)}`}
          disabled={report.status === 'resolved'}
          pending={busy}
          onClick={() => onClose('resolved')}
        >
          Resolve
        </Button>
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Dismiss ${nameOf(report)}`}
          disabled={report.status === 'dismissed'}
          pending={busy}
          onClick={() => onClose('dismissed')}
        >
          Dismiss
        </Button>
      </div>
    </Cell>
  </tr>
)
