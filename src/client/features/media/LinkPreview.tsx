import { Link2, Link2Off } from 'lucide-react'
import { useLinkPreview } from '#client/features/media/data/link-previews.store.ts'
import { Button } from '#client/ui/Button.tsx'
import { LinkCard } from './LinkCard.tsx'

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
  const card = useLinkPreview(link)
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
