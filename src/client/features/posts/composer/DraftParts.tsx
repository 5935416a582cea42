import { X } from 'lucide-react'
import { DraftMedia } from '#client/features/media/DraftMedia.tsx'
import { LinkPreview } from '#client/features/media/LinkPreview.tsx'
import { QuoteSlot } from '#client/features/posts/card/QuoteSlot.tsx'
import { IconButton } from '#client/ui/IconButton.tsx'
import { DraftDialSlot } from './DialTool.tsx'
import { DraftPollSlot } from './PollTool.tsx'
import { linkOfDraft } from './draft-link.ts'
import { changeAltText, changeDraft, usePostDraft } from '../data/draft.store.ts'

const setHasMedia = (hasMedia: boolean) => changeDraft({ hasMedia })

interface DraftPartsProps {
  slot: string
  withDial: boolean
}

/** What the draft has besides its text: files, poll, quoted post, link card, roast dial. */
export const DraftParts = ({ slot, withDial }: DraftPartsProps) => {
  const { altTexts, sending } = usePostDraft()
  return (
    <>
      <DraftMedia
        slot={slot}
        altOf={(id) => altTexts[id] ?? ''}
        busy={sending !== null}
        onAltText={changeAltText}
        onPresence={setHasMedia}
      />
      <DraftPollSlot />
      <DraftQuote />
      <DraftLinkCard />
      {withDial && <DraftDialSlot />}
    </>
  )
}

/** The post that the draft quotes, and the button that takes it out. */
const DraftQuote = () => {
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

/** The card of the draft's link, as the post will show it. */
const DraftLinkCard = () => {
  const draft = usePostDraft()
  return (
    <LinkPreview
      link={linkOfDraft(draft)}
      hiddenLink={draft.hiddenPreview}
      onHide={(hiddenPreview) => changeDraft({ hiddenPreview })}
      withPicture={!draft.sensitive}
      disabled={draft.sending !== null}
    />
  )
}
