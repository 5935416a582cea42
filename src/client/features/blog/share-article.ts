import { copyLink } from '#client/ui/clipboard.ts'

/** Copies an article's full address (product section 2, Blog). */
export const shareArticle = (slug: string): Promise<void> =>
  copyLink(`${location.origin}/blog/${slug}`, 'Royal Decree Link Copied!')
