import type { LinkCardView } from '#contract/link-cards.ts'
import { firstLink } from '#contract/web-addresses.ts'
import { useLinkPreviews } from '#client/features/media/data/link-previews.store.ts'
import { usePostDraft, type PostDraft } from './draft.store.ts'

/** The link that the post will show a card of, unless the author hides it (DECISIONS row 350). */
export const linkOfDraft = ({ text, hasMedia, quotedId, pollOptions }: PostDraft): string | null =>
  hasMedia || quotedId !== '' || pollOptions.length > 0 ? null : firstLink(text)

/** Whether the author has hidden the preview of the link that the draft has now. */
export function isPreviewHidden(draft: PostDraft): boolean {
  const link = linkOfDraft(draft)
  return link !== null && draft.hiddenPreview === link
}

/** The card that the draft shows now. */
export function shownPreview(): LinkCardView | null {
  const draft = usePostDraft.getState()
  const link = isPreviewHidden(draft) ? null : linkOfDraft(draft)
  return link === null ? null : (useLinkPreviews.getState().cards.get(link) ?? null)
}
