import { cardLink } from '#contract/web-addresses.ts'
import type { PostDraft } from '../data/draft.store.ts'

/** The link that the post will show a card of, unless the author hides it. */
export const linkOfDraft = ({ text, hasMedia, quotedId, pollOptions }: PostDraft): string | null =>
  cardLink({ text, mediaUrl: hasMedia, quotedId, poll: pollOptions.length > 0 })

/** Whether the author has hidden the preview of the link that the draft has now. */
export function isPreviewHidden(draft: PostDraft): boolean {
  const link = linkOfDraft(draft)
  return link !== null && draft.hiddenPreview === link
}
