import type { SyncReport } from '#contract/admin.ts'
import { counted, plural } from '#contract/plural.ts'
import { refreshFigures } from '#client/features/admin/data/site-settings.actions.ts'
import { WriteButton } from '#client/live/WriteButton.tsx'
import { Card } from '#client/ui/Card.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'

/** Recounts every shown figure. */
export const SyncCard = ({ report, onDone }: { report: SyncReport | null; onDone: () => void }) => (
  <Card title="Analytics">
    <p className="pb-4 text-ink-soft">
      Counts all posts, comments, reactions and follows again and corrects the totals.
    </p>
    <WriteButton
      pendingLabel="Counting..."
      does={{
        write: () => refreshFigures().finally(onDone),
        done: (found) => ({ title: 'Google Analytics Refreshed', description: wordsFor(found) }),
        failed: { title: 'Error', sentence: 'Failed to refresh Google Analytics' },
      }}
    >
      Sync Analytics Data
    </WriteButton>
    {report && (
      <p className="pt-4 text-sm" role="status">
        {wordsFor(report)}
        {report.finishedAt !== null && (
          <>
            {' '}
            Counted <RelativeTime at={report.finishedAt} />.
          </>
        )}
      </p>
    )}
  </Card>
)

const wordsFor = ({ posts, people, corrected, finishedAt }: SyncReport): string =>
  finishedAt === null
    ? 'We are still counting. You will see the result here.'
    : `${corrected} of the figures of ${counted(posts, 'post')} and ${counted(people, 'person', 'people')} ${plural(corrected, 'was', 'were')} off.`
