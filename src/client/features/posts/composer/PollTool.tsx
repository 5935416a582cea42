import { Vote } from 'lucide-react'
import { IconButton } from '#client/ui/IconButton.tsx'
import { lazyComponent } from '#client/ui/lazy-component.ts'
import { changeDraft, usePostDraft } from '../data/draft.store.ts'

// Fetched with the first poll: most drafts have none.
const { Late: DraftPoll } = lazyComponent<object>(async () => (await import('./DraftPoll.tsx')).DraftPoll)

/** The poll of the draft, while it has one. */
export const DraftPollSlot = () => {
  const hasPoll = usePostDraft(({ pollOptions }) => pollOptions.length > 0)
  return hasPoll && <DraftPoll />
}

/** Begins or drops the poll of the draft. */
export const PollButton = ({ disabled }: { disabled: boolean }) => {
  const hasPoll = usePostDraft(({ pollOptions }) => pollOptions.length > 0)
  return (
    <IconButton
      label="Poll"
      icon={<Vote />}
      aria-pressed={hasPoll}
      disabled={disabled}
      className="s-composer-toggle"
      onClick={() => changeDraft({ pollOptions: hasPoll ? [] : ['', ''] })}
    />
  )
}
