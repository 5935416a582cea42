/** What can be reported (DECISIONS row 38). */
export const REPORT_TARGETS = ['post', 'comment', 'user', 'message'] as const
export type ReportTarget = (typeof REPORT_TARGETS)[number]

/**
 * Why, in the order of the dialog, with the words it shows. Apart from the schemas: the dialog needs no
 * schema library.
 */
export const REPORT_REASONS = [
  { reason: 'spam', label: 'Spam', hint: 'Adverts, scams, or the same thing over and over' },
  { reason: 'harassment', label: 'Harassment', hint: 'Threats, bullying, or telling private things' },
  { reason: 'hate', label: 'Hate', hint: 'Against people for who they are' },
  { reason: 'sexual', label: 'Sexual content', hint: 'Without a warning, or without consent' },
  { reason: 'violence', label: 'Violence', hint: 'Gore, cruelty, or calls for it' },
  { reason: 'minor', label: 'A child is at risk', hint: 'Somebody under 18 is harmed or sexualised' },
  { reason: 'illegal', label: 'Against the law', hint: 'Drugs, weapons, fraud and the like' },
  { reason: 'other', label: 'Something else', hint: 'Tell us in your own words' },
] as const
export type ReportReason = (typeof REPORT_REASONS)[number]['reason']

/** A report is looked at, then either acted on or not; it never goes back to pending (product section 4). */
export const REPORT_STATUSES = ['pending', 'resolved', 'dismissed'] as const
export type ReportStatus = (typeof REPORT_STATUSES)[number]
