import { Link2, Link2Off } from 'lucide-react'
import { useLinkPreview } from '#client/features/media/data/link-previews.store.ts'
import { LinkCard } from '#client/features/media/LinkCard.tsx'
import { Button } from '#client/ui/Button.tsx'
import { isPreviewHidden, linkOfDraft } from './draft-link.ts'
import { changeDraft, usePostDraft } from './draft.store.ts'

/** The card of the draft's link, as the post will show it, and the button that hides it. */
export const DraftLinkCard = () => {
  const draft = usePostDraft()
  const card = useLinkPreview(linkOfDraft(draft))
  if (!card) return null
  const hidden = isPreviewHidden(draft)
  return (
    <div>
      {!hidden && <LinkCard card={card} withPicture={!draft.sensitive} />}
      <Button
        variant="ghost"
        size="sm"
        icon={hidden ? <Link2 /> : <Link2Off />}
        disabled={draft.sending !== null}
        className="-ms-3"
        onClick={() => changeDraft({ hiddenPreview: hidden ? '' : card.url })}
      >
        {hidden ? 'Show preview' : 'Hide preview'}
      </Button>
    </div>
  )
}
