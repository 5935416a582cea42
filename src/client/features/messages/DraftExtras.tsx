import { useEffect } from 'react'
import { firstLink } from '#contract/web-addresses.ts'
import { showSlot, useUploadsIn } from '#client/features/media/data/uploads.store.ts'
import type { DraftThumbnailsProps } from '#client/features/media/DraftThumbnails.tsx'
import type { LinkPreviewProps } from '#client/features/media/LinkPreview.tsx'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import type { MessageDraft } from './MessageComposer.tsx'

const { Late: DraftThumbnails } = lazyComponent<DraftThumbnailsProps>(
  async () => (await import('#client/features/media/DraftThumbnails.tsx')).DraftThumbnails,
)
const linkPreview = lazyComponent<LinkPreviewProps>(
  async () => (await import('#client/features/media/LinkPreview.tsx')).LinkPreview,
)

/** The files of the draft, or the card of its link, above the field. */
export const DraftExtras = ({
  slot,
  text,
  altTexts,
  setAltText,
  hiddenLink,
  setHiddenLink,
}: MessageDraft) => {
  const hasFiles = useUploadsIn(slot).length > 0
  useEffect(() => showSlot(slot), [slot])
  const link = hasFiles ? null : linkOfMessage(text)
  const Preview = useLazy(linkPreview, link !== null)
  return (
    <div className="s-thread-draft">
      {hasFiles && <DraftThumbnails slot={slot} altOf={(id) => altTexts[id] ?? ''} onAltText={setAltText} />}
      {Preview && (
        <Preview link={link} hiddenLink={hiddenLink} onHide={setHiddenLink} withPicture disabled={false} />
      )}
    </div>
  )
}

/** The link that a message without files will show a card of: none of this site (DECISIONS row 453). */
export function linkOfMessage(text: string): string | null {
  const link = firstLink(text)
  return link?.startsWith(`${location.origin}/`) ? null : link
}
