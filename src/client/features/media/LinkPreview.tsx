import { Link2, Link2Off } from 'lucide-react'
import { useEffect } from 'react'
import { loadPreview, useLinkPreviews } from '#client/features/media/data/link-previews.store.ts'
import { Button } from '#client/ui/Button.tsx'
import { usePaused } from '#client/ui/use-paused.ts'
import { LinkCard } from './LinkCard.tsx'

/** How long nothing is typed before a link counts as written, ms. */
const PAUSE = 600

export interface LinkPreviewProps {
  /** The link that the draft has now; null without one. */
  link: string | null
  /** The link whose preview the author has hidden; '' for none. */
  hiddenLink: string
  onHide: (link: string) => void
  withPicture: boolean
  disabled: boolean
}

/** The card of a draft's link, as it will be shown, and the button that hides it. */
export const LinkPreview = ({ link, hiddenLink, onHide, withPicture, disabled }: LinkPreviewProps) => {
  const written = usePaused(link ?? '', PAUSE)
  useEffect(() => {
    // A failure is no matter of the author's: there is no preview then.
    if (written !== '') void loadPreview(written).catch(() => undefined)
  }, [written])
  const card = useLinkPreviews(({ cards }) => (link === null ? null : cards.get(link)))
  if (!card) return null
  const hidden = hiddenLink === card.url
  return (
    <div>
      {!hidden && <LinkCard card={card} withPicture={withPicture} />}
      <Button
        variant="ghost"
        size="sm"
        icon={hidden ? <Link2 /> : <Link2Off />}
        disabled={disabled}
        className="-ms-3"
        onClick={() => onHide(hidden ? '' : card.url)}
      >
        {hidden ? 'Show preview' : 'Hide preview'}
      </Button>
    </div>
  )
}
