import { copyLink } from '#client/ui/clipboard.ts'

/** Copies a decree's full address (product section 2, Blog). */
export const shareDecree = (slug: string): Promise<void> =>
  copyLink(`${location.origin}/blog/${slug}`, 'Royal Decree Link Copied!')
