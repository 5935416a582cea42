import type { HeldWritingView } from '#contract/moderation.ts'
import { counted } from '#contract/plural.ts'
import { deleteHeld, fetchHeld, postRelease } from '#client/features/admin/data/site-settings.actions.ts'
import { queuedRows } from '#client/features/admin/data/queued-rows.ts'
import { useLinkPreview } from '#client/features/media/data/link-previews.store.ts'
import { LinkCard } from '#client/features/media/LinkCard.tsx'
import { useRows } from '#client/live/use-rows.ts'
import { beginning, whoWords } from '#client/features/admin/dashboard/report-words.ts'
import { useWrite } from '#client/live/use-write.ts'
import { MoreRows } from '#client/ui/MoreRows.tsx'
import { Badge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { TextLink } from '#client/ui/TextLink.tsx'
import { SOMETHING_WENT_WRONG } from '#client/ui/toast.ts'

/** The queue as a tab of its own. */
export const QueueTab = () => <ReviewQueue heading="h2" />

/** The review queue and what was refused, newest first. */
export const ReviewQueue = ({ heading: Heading = 'h3' }: { heading?: 'h2' | 'h3' }) => {
  const { list, empty, failed, next } = useRows(queuedRows, {
    key: ['held'],
    fetch: fetchHeld,
    cursorOf: ({ id }) => id,
  })
  return (
    <section aria-label="Held and refused" className="pt-6">
      <Heading className="pb-2 text-base">Held and refused</Heading>
      {failed && (
        <p role="alert" className="text-sm text-danger-ink">
          {SOMETHING_WENT_WRONG}
        </p>
      )}
      {empty && <p className="text-sm text-ink-soft">Nothing. Everybody behaves.</p>}
      <ul className="divide-y divide-hairline">
        {list.map((held) => (
          <HeldRow key={held.id} held={held} />
        ))}
      </ul>
      <MoreRows {...next} />
    </section>
  )
}

const HeldRow = ({
  held: { id, kind, author, text, link, score, signs, verdict, createdAt, rev },
}: {
  held: HeldWritingView
}) => {
  const { pending, run } = useWrite()
  const card = useLinkPreview(link)
  const name = `the ${kind} of ${whoWords(author)}${text ? `: ${beginning(text)}` : ''}`
  const decide = (done: string, failed: string, work: (id: string) => Promise<void>) =>
    void run({
      write: async () => {
        await work(id)
        queuedRows.markDeleted({ id, rev: rev + 1 })
      },
      done,
      failed: { title: 'Error', sentence: failed },
    })
  return (
    <li className="flex flex-wrap items-start gap-3 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-soft">
          <Badge tone={verdict === 'held' ? 'brass' : 'danger'}>
            {verdict === 'held' ? 'Held' : 'Refused'}
          </Badge>
          {author ? <TextLink to={`/u/${author.handle}`}>@{author.handle}</TextLink> : 'Deleted account'}
          <span>{kind}</span>
          <RelativeTime at={createdAt} />
        </p>
        <p className="written pt-1">
          {text ?? <span className="text-ink-soft">A message. Nobody but its two people reads those.</span>}
        </p>
        {card && <LinkCard card={card} withPicture />}
        <p className="pt-1 text-xs text-ink-soft">
          {counted(score, 'point')}: {signs.map(({ sign, points }) => `${sign} ${points}`).join(', ')}
        </p>
      </div>
      <div className="flex gap-2">
        {verdict === 'held' && (
          <Button
            size="sm"
            aria-label={`Release ${name}`}
            pending={pending}
            onClick={() => decide('Let through', 'Failed to let it through', postRelease)}
          >
            Release
          </Button>
        )}
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Throw away ${name}`}
          pending={pending}
          onClick={() => decide('Thrown away', 'Failed to throw it away', deleteHeld)}
        >
          Throw away
        </Button>
      </div>
    </li>
  )
}
