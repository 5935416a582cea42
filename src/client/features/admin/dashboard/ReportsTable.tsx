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
import { DecideReportDialog } from './ReportDialog.tsx'
import { beginning, reasonWords, whoWords } from './report-words.ts'

/** One row for each report: reason, reporter, target, urgency and the two quick answers. */
export const ReportsTable = ({ reports }: { reports: readonly AdminReportView[] }) => {
  const { isPending, run } = useWrite()
  const [opened, setOpened] = useState<string | null>(null)
  const close = ({ id }: AdminReportView, status: 'resolved' | 'dismissed') =>
    run({
      target: id,
      write: async () => reportRows.apply([await sendStatus(id, status)]),
      done: 'Report updated',
      failed: { title: 'Error', sentence: 'Failed to update report' },
    })
  return (
    <>
      <Table label="Reports" rows>
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
      {opened !== null && <DecideReportDialog id={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

/** Names the report in spoken labels, which are the same in each row otherwise. */
function nameOf({ reporter, reason, targetType, person, thing }: AdminReportView): string {
  const about = person ? `the ${targetType} of @${person.handle}` : `a ${targetType}`
  const words = beginning(thing.text)
  return `the report of ${whoWords(reporter)} about ${about}: ${reasonWords(reason)}${words && `, ${words}`}`
}

interface RowProps {
  report: AdminReportView
  busy: boolean
  onClose: (status: 'resolved' | 'dismissed') => void
  onOpen: () => void
}

const Row = ({ report, busy, onClose, onOpen }: RowProps) => (
  // Stepped through with j and k; the buttons below are pressed by the keys they name (site/shortcuts).
  <tr tabIndex={-1} data-step aria-label={nameOf(report)}>
    <Cell>
      <div className="min-w-0 leading-4.5 md:max-w-36">
        <span className="one-line block font-semibold">{reasonWords(report.reason)}</span>
        {report.details && (
          <span className="one-line block text-xs text-ink-soft" dir="auto">
            {report.details}
          </span>
        )}
      </div>
    </Cell>
    <Cell label="Reporter">
      <span className="one-line block md:max-w-28">
        {report.reporter ? (
          <TextLink to={`/u/${report.reporter.handle}`}>@{report.reporter.handle}</TextLink>
        ) : (
          'Deleted account'
        )}
      </span>
    </Cell>
    <Cell label="Target">
      <div className="min-w-0 leading-4.5 md:w-40">
        <span className="one-line block" dir="auto">
          {report.thing.text || 'Without words'}
        </span>
        <span className="one-line block text-xs text-ink-soft">
          {report.targetType}
          {report.person && ` of @${report.person.handle}`}
        </span>
      </div>
    </Cell>
    <Cell short label="Age">
      <div className="leading-4.5 whitespace-nowrap">
        <RelativeTime at={report.createdAt} />
        <DueBadge report={report} />
      </div>
    </Cell>
    <Cell short label="Status">
      <Badge tone={report.status === 'pending' ? 'danger' : 'neutral'}>{report.status}</Badge>
    </Cell>
    <Cell>
      <Answers report={report} busy={busy} onClose={onClose} onOpen={onOpen} />
    </Cell>
  </tr>
)

const Answers = ({ report, busy, onClose, onOpen }: RowProps) => (
  <div className="flex items-center gap-1">
    <IconButton
      label={`Look at ${nameOf(report)}`}
      size="sm"
      icon={<Eye />}
      data-key="o"
      tooltip={false}
      onClick={onOpen}
    />
    <Button
      size="sm"
      data-key="r"
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
      data-key="d"
      aria-label={`Dismiss ${nameOf(report)}`}
      disabled={report.status === 'dismissed'}
      pending={busy}
      onClick={() => onClose('dismissed')}
    >
      Dismiss
    </Button>
  </div>
)
