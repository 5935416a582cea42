/**
 * Admin actions with their words in the audit log, which is kept for ever. A new admin call adds its line
 * here.
 */
export const AUDIT_ACTIONS = [
  { action: 'user.promote', label: 'Made an admin' },
  { action: 'user.demote', label: 'Made no admin any more' },
  { action: 'user.moderator', label: 'Made a moderator' },
  { action: 'user.no-moderator', label: 'Made no moderator any more' },
  { action: 'user.logout', label: 'Ended all sessions of' },
  { action: 'user.reset-factor', label: 'Reset a second factor' },
  { action: 'user.delete', label: 'Deleted an account' },
  { action: 'post.nsfw', label: 'Changed the NSFW flag' },
  { action: 'post.delete', label: 'Deleted a post' },
  { action: 'report.read', label: 'Read a reported message' },
  { action: 'report.resolve', label: 'Resolved a report' },
  { action: 'report.dismiss', label: 'Dismissed a report' },
  { action: 'content.remove', label: 'Removed content' },
  { action: 'user.warn', label: 'Warned' },
  { action: 'user.suspend', label: 'Suspended' },
  { action: 'user.ban', label: 'Banned' },
  { action: 'appeal.uphold', label: 'Upheld a decision' },
  { action: 'appeal.reverse', label: 'Reversed a decision' },
  { action: 'monitor.resolve', label: 'Resolved an error' },
  { action: 'monitor.reopen', label: 'Reopened an error' },
  { action: 'monitor.check', label: 'Had the house looked over' },
  { action: 'monitor.fix', label: 'Had something repaired' },
  { action: 'monitor.test', label: 'Caused a test error' },
  { action: 'monitor.retry', label: 'Had a dead job tried again' },
  { action: 'monitor.discard', label: 'Discarded a dead job' },
  { action: 'decree.schedule', label: 'Changed the time of a decree' },
  { action: 'decree.publish', label: 'Published a decree' },
  { action: 'decree.withdraw', label: 'Unpublished a decree' },
  { action: 'decree.change', label: 'Changed a published decree' },
  { action: 'decree.delete', label: 'Deleted a decree' },
  { action: 'house.protection', label: 'Switched the spam protection' },
  { action: 'house.announcement', label: 'Changed the announcement' },
  { action: 'house.name', label: 'Renamed the house' },
  { action: 'house.sign-up', label: 'Changed who may sign up' },
  { action: 'house.blocks', label: 'Changed what is not allowed' },
  { action: 'invitation.create', label: 'Made an invitation' },
  { action: 'invitation.revoke', label: 'Revoked an invitation' },
  { action: 'held.release', label: 'Let a held writing through' },
  { action: 'held.drop', label: 'Threw a held writing away' },
  { action: 'figures.open', label: 'Gave access to the figures' },
  { action: 'figures.close', label: 'Ended access to the figures' },
  { action: 'house.seo', label: 'Refreshed the SEO metadata' },
  { action: 'house.sync', label: 'Counted everything anew' },
  { action: 'house.export', label: 'Exported data' },
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]['action']

/** What an action can change. */
export const AUDIT_TARGETS = [
  'user',
  'post',
  'comment',
  'message',
  'report',
  'case',
  'decree',
  'house',
] as const
export type AuditTarget = (typeof AUDIT_TARGETS)[number]
