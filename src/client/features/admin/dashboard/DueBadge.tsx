import { clsx } from 'clsx'
import { useSyncExternalStore } from 'react'
import type { AdminReportView } from '#contract/moderation.ts'
import { subscribeTicker } from '#client/ui/ticker.ts'
import { dueWords } from './report-words.ts'
import { serverNow } from '#client/ui/server-time.ts'

/** The time left to answer a report, updated by the page's clock. */
export const DueBadge = ({ report }: { report: AdminReportView }) => {
  const words = () => dueWords(report, serverNow()).words
  const shown = useSyncExternalStore(subscribeTicker, words, words)
  return (
    <span
      className={clsx(
        'block text-xs',
        dueWords(report, serverNow()).late ? 'font-semibold text-danger-ink' : 'text-ink-faint',
      )}
    >
      {shown}
    </span>
  )
}
