import type { CaseView } from '#contract/moderation.ts'
import { LOCALE } from '#client/ui/locale.ts'
import { reasonWords } from './report-words.ts'

const DONE = { remove: 'removed', warn: 'warned', suspend: 'suspended', ban: 'banned' } as const
const APPEALS = { pending: 'appealed', upheld: 'appealed, upheld', reversed: 'appealed, reversed' } as const

/** A decision in one line: 'suspended until 3.12.2026 for spam, appealed'. */
export function caseWords({ action, targetType, reason, until, appeal, admin }: CaseView): string {
  const what = action === 'remove' ? `${targetType} removed` : DONE[action]
  const end = until ? ` until ${new Date(until).toLocaleDateString(LOCALE)}` : ''
  const by = admin ? ` by @${admin.handle}` : ''
  return `${what}${end} for ${reasonWords(reason).toLowerCase()}${by}${appeal ? ` (${APPEALS[appeal.status]})` : ''}`
}
