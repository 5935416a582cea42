import type { ReactNode } from 'react'
import { decisionWords, outcomeWords, reportedWords } from '#contract/moderation.constants.ts'
import type { OwnCaseView, OwnReportView } from '#contract/moderation.ts'
import { TITLES } from '#contract/site.page-titles.ts'
import {
  fetchOwnCases,
  fetchOwnReports,
  ownCaseRows,
  ownReportRows,
} from '#client/features/moderation/data/tracker.store.ts'
import { useRows } from '#client/live/use-rows.ts'
import { BackBar } from '#client/ui/BackBar.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { MoreRows } from '#client/ui/MoreRows.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { TextLink } from '#client/ui/TextLink.tsx'
import { longDate } from '#client/ui/locale.ts'
import { usePageTitle } from '#client/ui/page-title.ts'
import { Stages, type Stage } from './Stages.tsx'

/** /pipe-tracker: the viewer's reports, and the decisions about them with the appeals, each with its stages. */
export const PipeTrackerPage = () => {
  usePageTitle(TITLES['/pipe-tracker'])
  return (
    <>
      <BackBar title="Pipe Tracker" />
      <Tracked />
    </>
  )
}

const idOf = ({ id }: { id: string }) => id

const Tracked = () => {
  const reports = useRows(ownReportRows, { key: ['own reports'], fetch: fetchOwnReports, cursorOf: idOf })
  const cases = useRows(ownCaseRows, { key: ['own decisions'], fetch: fetchOwnCases, cursorOf: idOf })
  if (reports.failed || cases.failed) {
    const retry = () => [reports, cases].forEach(({ readAgain }) => readAgain())
    return <ErrorState title="Failed to load your reports" onRetry={retry} />
  }
  if (reports.loading || cases.loading) return <Loading />
  if (reports.empty && cases.empty)
    return (
      <EmptyState
        mascot="knight"
        title="The pipes are clear"
        action={<ButtonLink to="/guidelines">What the guards act on</ButtonLink>}
      >
        Here you can follow your reports, and decisions about you, from the first drip to the end.
      </EmptyState>
    )
  return (
    <div className="pb-6">
      {reports.list.length > 0 && (
        <Section title="Your reports" more={<MoreRows {...reports.next} />}>
          {reports.list.map((report) => (
            <Report key={report.id} of={report} />
          ))}
        </Section>
      )}
      {cases.list.length > 0 && (
        <Section title="Decisions about you" more={<MoreRows {...cases.next} />}>
          {cases.list.map((one) => (
            <Decision key={one.id} of={one} />
          ))}
        </Section>
      )}
    </div>
  )
}

const Section = ({ title, more, children }: { title: string; more: ReactNode; children: ReactNode }) => (
  <section aria-label={title}>
    <h2 className="px-4 pt-6 text-xl sm:px-5">{title}</h2>
    <ul className="mt-2">{children}</ul>
    {more}
  </section>
)

const Row = ({
  says,
  at,
  text,
  children,
}: {
  says: string
  at: string
  text: string
  children: ReactNode
}) => (
  <li className="border-b border-hairline px-4 py-4 sm:px-5">
    <p className="flex items-baseline gap-3">
      <span className="min-w-0 flex-1">{says}</span>
      <RelativeTime at={at} className="text-sm text-ink-soft" />
    </p>
    {text && (
      <blockquote className="written mt-2 line-clamp-3 text-sm text-ink-soft" dir="auto">
        {text}
      </blockquote>
    )}
    {children}
  </li>
)

const Report = ({ of }: { of: OwnReportView }) => {
  const { targetType, status, outcome, text, createdAt } = of
  const ending = outcome ?? (status === 'pending' ? null : status)
  return (
    <Row says={`You reported ${reportedWords(of)}.`} at={createdAt} text={text}>
      <Stages label="Stages of this report" stages={reportStages(of)} />
      {ending && <p className="mt-3">{outcomeWords(targetType, ending)}</p>}
    </Row>
  )
}

const CLOSED = { pending: 'Decided', resolved: 'Resolved', dismissed: 'Dismissed' } as const

const reportStages = ({ status, createdAt, readAt, closedAt }: OwnReportView): Stage[] => [
  { label: 'Received', at: createdAt },
  { label: 'Read', at: readAt, hint: 'within 24 hours' },
  { label: CLOSED[status], at: closedAt },
]

const Decision = ({ of }: { of: OwnCaseView }) => (
  <Row says={decisionWords(of)} at={of.createdAt} text={of.text}>
    {of.note && (
      <p className="written mt-2" dir="auto">
        {of.note}
      </p>
    )}
    {(of.appeal || of.canAppeal) && <Stages label="Stages of your appeal" stages={appealStages(of)} />}
    <p className="mt-3">
      <TextLink to={`/appeal/${of.id}`}>{of.canAppeal ? 'Appeal' : 'The decision in full'}</TextLink>
    </p>
  </Row>
)

const ANSWERED = { pending: 'Answered', upheld: 'Upheld', reversed: 'Reversed' } as const

const appealStages = ({ createdAt, appealBy, appeal }: OwnCaseView): Stage[] => [
  { label: 'Decided', at: createdAt },
  { label: 'Appealed', at: appeal?.at ?? null, hint: `until ${longDate(Date.parse(appealBy))}` },
  { label: 'Read', at: appeal?.readAt ?? null },
  { label: ANSWERED[appeal?.status ?? 'pending'], at: appeal?.decidedAt ?? null },
]

const Loading = () => (
  <SkeletonGroup
    label="Loading your reports..."
    className="flex flex-col gap-4 p-4 sm:px-5"
    blocks={[120, 120, 120]}
  />
)
