import type { ReportReason, ReportTarget } from './reports.facts.ts'

/** What an admin may do about something that was reported, besides closing the report. */
export const MODERATION_ACTIONS = ['remove', 'warn', 'suspend', 'ban'] as const
export type ModerationAction = (typeof MODERATION_ACTIONS)[number]

export const APPEAL_STATUSES = ['pending', 'upheld', 'reversed'] as const
export type AppealStatus = (typeof APPEAL_STATUSES)[number]

const DAY = 24 * 3600_000

/** Promises of the terms and guidelines, in ms. What is removed can come back for as long as one can appeal. */
export const MODERATION = { reviewWithin: DAY, appealWithin: 30 * DAY, suspendDaysMost: 365 } as const

/** Days a suspension lasts, as the dialog offers them. */
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
const THINGS: Record<ReportTarget, string> = { post: 'post', comment: 'comment', user: 'profile', message: 'message' }

interface Decided {
  action: ModerationAction
  targetType: ReportTarget
  reason: ReportReason
}

/** What was decided, in a sentence to the person it concerns. */
export function decisionWords({ action, targetType, reason }: Decided): string {
  const why = REASON_WORDS[reason]
  if (action === 'remove') return `Your ${THINGS[targetType]} was removed for ${why}.`
  if (action === 'warn') return `You have been warned about your ${THINGS[targetType]}: ${why}.`
  return action === 'suspend' ? `You have been suspended for ${why}.` : `Your account has been banned for ${why}.`
}

/** What became of a report, in a sentence to who made it. */
export function outcomeWords(targetType: ReportTarget, outcome: ModerationAction | 'resolved' | 'dismissed'): string {
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
