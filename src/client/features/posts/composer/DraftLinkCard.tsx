import { LinkPreview } from '#client/features/media/LinkPreview.tsx'
import { linkOfDraft } from './draft-link.ts'
import { changeDraft, usePostDraft } from './draft.store.ts'

/** The card of the draft's link, as the post will show it. */
export const DraftLinkCard = () => {
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
