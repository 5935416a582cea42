import { Link2, Link2Off } from 'lucide-react'
import { useEffect } from 'react'
import { LinkCard } from '#client/features/media/LinkCard.tsx'
import { Button } from '#client/ui/Button.tsx'
import { usePaused } from '#client/ui/use-paused.ts'
import { changeDraft, usePostDraft } from './draft.store.ts'
import { isPreviewHidden, linkOfDraft, loadPreview, useLinkPreviews } from './link-preview.store.ts'

/** How long nothing is typed before a link counts as written, ms. */
const PAUSE = 600

/** The card of the draft's link, as the post will show it, and the button that hides it. */
export const DraftLinkCard = () => {
  const draft = usePostDraft()
  const link = linkOfDraft(draft)
  const written = usePaused(link ?? '', PAUSE)
  useEffect(() => {
    // A failure is no matter of the author's: the post is published without a preview.
    if (written !== '') void loadPreview(written).catch(() => undefined)
  }, [written])
  const card = useLinkPreviews(({ cards }) => (link === null ? null : cards.get(link)))
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
