import { useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { saveAnnouncement } from '#client/features/admin/data/site-settings.actions.ts'
import { NoteField } from '#client/features/moderation/NoteField.tsx'
import { useAnnouncement } from '#client/features/site/data/announcement.store.ts'
import { useWrite } from '#client/live/use-write.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'

/** The announcement of every page. Another admin's change shows here, too, unless something is being written. */
export const AnnouncementCard = () => {
  const current = useAnnouncement(({ text }) => text)
  const [draft, setDraft] = useState<string | null>(null)
  const { isPending, run } = useWrite()
  const written = draft ?? current ?? ''
  const save = async () => {
    const isSaved = await run({
      target: 'save',
      write: () => saveAnnouncement(written.trim()),
      done: 'Announcement Saved',
      failed: { title: 'Error', sentence: 'Failed to save the announcement' },
    })
    if (isSaved) setDraft(null)
  }
  const remove = async () => {
    const isRemoved = await run({
      target: 'remove',
      write: () => saveAnnouncement(null),
      done: 'Announcement Removed',
      failed: { title: 'Error', sentence: 'Failed to remove the announcement' },
    })
    if (isRemoved) setDraft(null)
  }
  return (
    <Card
      title="Announcement"
      action={
        <Badge tone={current === null ? 'neutral' : 'live'}>{current === null ? 'None' : 'Shown'}</Badge>
      }
      className="xl:col-span-2"
    >
      <NoteField
        label="Text on every page"
        hint="Everybody sees it, visitors too, until they close it or you remove it. You can use links as in posts."
        value={written}
        maxLength={LIMITS.announcement}
        onChange={setDraft}
      />
      <div className="flex flex-wrap gap-3 pt-4">
        <Button
          variant="primary"
          pending={isPending('save')}
          disabled={written.trim() === '' || written.trim() === current}
          onClick={() => void save()}
        >
          Save Announcement
        </Button>
        <Button pending={isPending('remove')} disabled={current === null} onClick={() => void remove()}>
          Remove Announcement
        </Button>
      </div>
    </Card>
  )
}
