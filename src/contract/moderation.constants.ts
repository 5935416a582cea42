/** What an admin may do about a report, besides closing it. */
export const MODERATION_ACTIONS = ['remove', 'warn', 'suspend', 'ban'] as const
export type ModerationAction = (typeof MODERATION_ACTIONS)[number]

export const APPEAL_STATUSES = ['pending', 'upheld', 'reversed'] as const
export type AppealStatus = (typeof APPEAL_STATUSES)[number]

const DAY = 24 * 3600_000

/**
 * Deadlines that the terms and guidelines promise, ms. Removed things can be restored until the appeal
 * deadline.
 */
export const MODERATION = { reviewWithin: DAY, appealWithin: 30 * DAY, suspendDaysMost: 365 } as const

/** Lengths of a suspension in the dialog, days. */
export const SUSPENSIONS = [1, 3, 7, 30] as const

const REASON_WORDS: Record<ReportReason, string> = {
  spam: 'spam',
  harassment: 'harassment',
  hate: 'hate',
  sexual: 'sexual content',
  violence: 'violence',
  minor: 'putting a child at risk',
  illegal: 'breaking the law',
  other: 'breaking the guidelines',
}
const THINGS: Record<ReportTarget, string> = {
  post: 'post',
  comment: 'comment',
  user: 'profile',
  message: 'message',
}

interface Decided {
  action: ModerationAction
  targetType: ReportTarget
  reason: ReportReason
}

/** The decision, in a sentence to the person it concerns. */
export function decisionWords({ action, targetType, reason }: Decided): string {
  const why = REASON_WORDS[reason]
  if (action === 'remove') return `Your ${THINGS[targetType]} was removed for ${why}.`
  if (action === 'warn') return `You have been warned about your ${THINGS[targetType]}: ${why}.`
  return action === 'suspend'
    ? `You have been suspended for ${why}.`
    : `Your account has been banned for ${why}.`
}

/** How a report can end: what was done, or that it was closed. */
export const REPORT_OUTCOMES = [...MODERATION_ACTIONS, 'resolved', 'dismissed'] as const
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number]

/** What a report is about: 'a post for spam'. */
export const reportedWords = ({ targetType, reason }: Omit<Decided, 'action'>): string =>
  `a ${THINGS[targetType]} for ${REASON_WORDS[reason]}`

/** The outcome of a report, in a sentence to the reporter. */
export function outcomeWords(targetType: ReportTarget, outcome: ReportOutcome): string {
  const began = `Your report of a ${THINGS[targetType]}`
  const ends = {
    remove: `was right: the ${THINGS[targetType]} is gone.`,
    warn: 'was right: the person has been warned.',
    suspend: 'was right: the person has been suspended.',
    ban: 'was right: the person has been banned.',
    resolved: 'has been looked at and settled. Thank you.',
    dismissed: 'has been looked at. It is within the rules, so it stays.',
  } as const
  return `${began} ${ends[outcome]}`
}

/** Messages of moderation and appeals. Separate from the others: the first page does not need them. */
export const MODERATION_MESSAGES = {
  emptyAppeal: 'Please tell us why we were wrong.',
  appealTooLong: "Appeals can't be longer than 1000 characters.",
  notRemovable: 'You cannot remove a person. You can suspend or ban them.',
  banned: 'This account has been banned. The mail that told you so lets you appeal within 30 days.',
  adminImmune: 'This person is an admin. Remove the admin role first.',
  moderatorImmune: 'This person is a moderator. Remove the moderator role first.',
  adminModerates: 'An admin is a moderator already.',
  appealTwice: 'You have appealed already.',
  appealLate: 'The 30 days to appeal are over.',
  appealOther: 'Another admin has to read this appeal.',
  reportOther: 'Somebody else has to decide about a report of you.',
  heldOther: 'Somebody else has to decide about your own text.',
  appealDecided: 'That appeal has been decided already.',
  reportSame: 'The report has that status already.',
  crownSelf: 'You cannot remove your own admin role.',
  deleteSelf: 'You cannot delete yourself here. Use your privacy settings.',
} as const

/** 403 for a write of a suspended person. */
export const suspendedUntil = (until: Date): string =>
  `You are suspended until ${until.toISOString().slice(0, 16).replace('T', ', ')} UTC. Until then you can read, but not write.`

/** What can be reported (DECISIONS row 38). */
export const REPORT_TARGETS = ['post', 'comment', 'user', 'message'] as const
export type ReportTarget = (typeof REPORT_TARGETS)[number]

/**
 * The reasons in the order of the dialog, with its texts. Separate from the schemas: the dialog needs no
 * schema library.
 */
export const REPORT_REASONS = [
  { reason: 'spam', label: 'Spam', hint: 'Adverts, scams, or the same thing many times' },
  { reason: 'harassment', label: 'Harassment', hint: 'Threats, bullying, or telling private things' },
  { reason: 'hate', label: 'Hate', hint: 'Hate against people for who they are' },
  { reason: 'sexual', label: 'Sexual content', hint: 'Without a warning, or without consent' },
  { reason: 'violence', label: 'Violence', hint: 'Blood, cruelty, or calls for it' },
  { reason: 'minor', label: 'A child is at risk', hint: 'Somebody under 18 is harmed or sexualised' },
  { reason: 'illegal', label: 'Against the law', hint: 'Drugs, weapons, fraud and the like' },
  { reason: 'other', label: 'Something else', hint: 'Tell us in your own words' },
] as const
export type ReportReason = (typeof REPORT_REASONS)[number]['reason']

/** A report is pending until an admin closes it, and never becomes pending again (product section 4). */
export const REPORT_STATUSES = ['pending', 'resolved', 'dismissed'] as const
export type ReportStatus = (typeof REPORT_STATUSES)[number]

/** Texts that the spam protection checks. */
export const WRITINGS = ['post', 'comment', 'message'] as const
export type Writing = (typeof WRITINGS)[number]

/** Texts that the spam protection can hold for review. Not messages: only their two people may read them. */
export const HOLDABLE = ['post', 'comment'] as const
export type Holdable = (typeof HOLDABLE)[number]

/** Signs of spam. */
export const SPAM_SIGNS = [
  'links',
  'nothing but links',
  'repetition',
  'many receivers',
  'many accounts',
  'speed',
  'mentions',
  'new account',
  'word to look at',
] as const
export type SpamSign = (typeof SPAM_SIGNS)[number]

/** Messages to the author. */
export const SPAM_MESSAGES = {
  held: 'A moderator has to read this first. It will appear when they let it through.',
  refused: 'This looks like spam, so we did not post it.',
  over: 'This was withdrawn or refused. To post it, write it again.',
} as const

/** The notification to the author after an admin's decision. */
export const guardsDecided = (kind: Holdable, outcome: 'released' | 'rejected'): string =>
  outcome === 'released' ? `The guards let your ${kind} through.` : `The guards threw your ${kind} away.`
