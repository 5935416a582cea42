import { useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { SUSPENSIONS, type ModerationAction } from '#contract/moderation.constants.ts'
import type { AdminReportView, ReportHistoryView } from '#contract/moderation.ts'
import { counted } from '#contract/plural.ts'
import { caseRows, sendAction } from '#client/features/admin/data/reports-rows.ts'
import { useWrite } from '#client/live/use-write.ts'
import { Button } from '#client/ui/Button.tsx'
import { Radios } from '#client/ui/Radios.tsx'
import { Segmented } from '#client/ui/Segmented.tsx'
import { submitted } from '#client/ui/submitted.ts'
import { NoteField } from '#client/features/moderation/NoteField.tsx'

interface ModerateFormProps {
  report: AdminReportView
  now: ReportHistoryView['now']['state']
  onDone: () => void
}

const WARN = {
  value: 'warn',
  label: 'Warn',
  hint: 'We tell them what was wrong. Nothing else happens.',
} as const
const REMOVE = {
  value: 'remove',
  label: 'Remove content',
  hint: 'Nobody can see it from now on. We delete it after 30 days.',
} as const
const REST = [
  { value: 'suspend', label: 'Suspend', hint: 'They can read, but not write.' },
  { value: 'ban', label: 'Ban', hint: 'They are logged out on every device and cannot log in again.' },
] as const

const DAYS = SUSPENSIONS.map((days) => ({
  value: String(days),
  label: counted(days, 'day'),
}))

/** What is done about it: one thing at a time. It resolves the report; the person can appeal. */
export const ModerateForm = ({ report, now, onDone }: ModerateFormProps) => {
  const [action, setAction] = useState<ModerationAction | null>(null)
  const [days, setDays] = useState('3')
  const [note, setNote] = useState('')
  const { pending, run } = useWrite()
  if (!report.person)
    return <p className="text-sm text-ink-soft">The account is deleted, with everything it wrote.</p>
  const options = [WARN, ...(report.targetType !== 'user' && now === 'there' ? [REMOVE] : []), ...REST]
  const send = async () => {
    if (!action) return
    const input = { action, note: note.trim() || null, ...(action === 'suspend' && { days: Number(days) }) }
    const done = await run({
      target: report.id,
      write: async () => caseRows.apply([await sendAction(report.id, input)]),
      done: 'Report updated',
      failed: { title: 'Error', sentence: 'Failed to update report' },
    })
    if (done) onDone()
  }
  return (
    <form className="flex flex-col gap-4 border-t border-hairline pt-4" onSubmit={submitted(send)}>
      <Radios
        label={`What happens to @${report.person.handle}?`}
        options={options}
        value={action}
        onChange={setAction}
      />
      {action === 'suspend' && (
        <Segmented label="For how long" options={DAYS} value={days} onChange={setDays} />
      )}
      <NoteField
        label="A word to them (optional)"
        value={note}
        maxLength={LIMITS.moderationNote}
        maxRows={5}
        onChange={setNote}
      />
      <div className="flex justify-end">
        <Button
          type="submit"
          variant="danger"
          disabled={action === null}
          pending={pending}
          pendingLabel="Deciding..."
        >
          Decide
        </Button>
      </div>
    </form>
  )
}
