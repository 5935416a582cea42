import { X } from 'lucide-react'
import { QuoteSlot } from '#client/features/posts/card/QuoteSlot.tsx'
import { IconButton } from '#client/ui/IconButton.tsx'
import { changeDraft, usePostDraft } from './draft.store.ts'

/** The post that the draft quotes, and the button that takes it out. */
export const DraftQuote = () => {
  const { quotedId, sending } = usePostDraft()
  if (quotedId === '') return null
  return (
    <div className="flex items-start gap-1">
      <div className="min-w-0 flex-1">
        <QuoteSlot id={quotedId} />
      </div>
      <IconButton
        label="Remove the quoted post"
        icon={<X />}
        size="sm"
        tooltip={false}
        disabled={sending !== null}
        className="mt-3"
        onClick={() => changeDraft({ quotedId: '' })}
      />
    </div>
  )
}
