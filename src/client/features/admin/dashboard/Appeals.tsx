import type { CaseView } from '#contract/moderation.ts'
import { caseRows, fetchAppeals, sendDecision } from '#client/features/admin/data/reports-rows.ts'
import { useRows } from '#client/live/use-rows.ts'
import { useWrite } from '#client/live/use-write.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { TextLink } from '#client/ui/TextLink.tsx'
import { MoreRows } from '#client/ui/MoreRows.tsx'
import { RowsSkeleton } from './RowsSkeleton.tsx'
import { caseWords } from './case-words.ts'
import { beginning, whoWords } from './report-words.ts'

const waits = ({ appeal }: CaseView) => appeal?.status === 'pending'

const appealedAt = ({ appeal, createdAt }: CaseView) => appeal?.at ?? createdAt

/** Appeals that wait for an answer, one card each. */
export const Appeals = () => {
  const { list, loading, empty, failed, readAgain, next } = useRows(caseRows, {
    key: ['appeals'],
    fetch: fetchAppeals,
    cursorOf: appealedAt,
    placeOf: appealedAt,
    fits: waits,
  })
  const { isPending, run } = useWrite()
  const decide = ({ id }: CaseView, status: 'upheld' | 'reversed') =>
    run({
      target: id,
      write: async () => caseRows.apply([await sendDecision(id, status)]),
      done: 'Report updated',
      failed: { title: 'Error', sentence: 'Failed to update report' },
    })
  if (loading) return <RowsSkeleton label="Loading appeals..." />
  if (failed) return <ErrorState title="Failed to load appeals" onRetry={readAgain} />
  if (empty) {
    return (
      <EmptyState mascot="knight" title="No appeals">
        There are no appeals.
      </EmptyState>
    )
  }
  return (
    <div className="flex flex-col gap-3">
      {list.map((one) => (
        <Appeal
          key={one.id}
          of={one}
          busy={isPending(one.id)}
          onDecide={(status) => void decide(one, status)}
        />
      ))}
      <MoreRows {...next} />
    </div>
  )
}

/** Names the decision in spoken labels, which are the same on each card otherwise. */
const nameOf = ({ person, text }: CaseView): string =>
  `the decision about ${whoWords(person)}${text && `: ${beginning(text)}`}`

const Appeal = ({
  of,
  busy,
  onDecide,
}: {
  of: CaseView
  busy: boolean
  onDecide: (status: 'upheld' | 'reversed') => void
}) => (
  <Card
    title={of.person ? `@${of.person.handle}` : 'Deleted account'}
    action={of.appeal && <RelativeTime at={of.appeal.at} className="text-sm text-ink-faint" />}
  >
    <p className="text-sm text-ink-soft">
      {caseWords(of)} <RelativeTime at={of.createdAt} />.{' '}
      {of.person && <TextLink to={`/u/${of.person.handle}`}>Profile</TextLink>}
    </p>
    {of.text && (
      <blockquote className="written mt-2 rounded-md border border-hairline bg-sunken p-3 text-sm" dir="auto">
        {of.text}
      </blockquote>
    )}
    <p className="written mt-3" dir="auto">
      {of.appeal?.text}
    </p>
    <div className="mt-4 flex justify-end gap-2">
      <Button size="sm" aria-label={`Uphold ${nameOf(of)}`} pending={busy} onClick={() => onDecide('upheld')}>
        Uphold
      </Button>
      <Button
        size="sm"
        variant="primary"
        aria-label={`Reverse ${nameOf(of)}`}
        pending={busy}
        onClick={() => onDecide('reversed')}
      >
        Reverse
      </Button>
    </div>
  </Card>
)
