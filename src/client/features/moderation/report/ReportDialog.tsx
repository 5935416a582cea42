import { useId, useState } from 'react'
import { MESSAGES } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import { REPORT_REASONS, type ReportReason } from '#contract/moderation.constants.ts'
import { useWrite } from '#client/live/use-write.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Radios } from '#client/ui/Radios.tsx'
import { NoteField } from '#client/features/moderation/NoteField.tsx'
import type { ReportProps } from './Report.tsx'
import { postReport } from '#client/features/moderation/data/tracker.store.ts'

const OPTIONS = REPORT_REASONS.map(({ reason, label, hint }) => ({ value: reason, label, hint }))

/** Asks for a reason and details, and sends the report. */
export const ReportDialog = ({ reported, open, onClose }: ReportProps) => {
  const formId = useId()
  const { pending, run } = useWrite()
  const send = async (reason: ReportReason, details: string) => {
    const { type: targetType, id: targetId } = reported
    const sent = await run({
      write: () => postReport({ targetType, targetId, reason, details: details.trim() || null }),
      done: () => REPORT_SENT,
      failed: 'Failed to send report',
    })
    if (sent) onClose()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(stays) => !stays && onClose()}
      title={`Report ${reported.name}`}
      description="Only our guards see this. We review reports within 24 hours."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="danger" pending={pending} pendingLabel="Sending...">
            Send report
          </Button>
        </>
      }
    >
      <ReportForm id={formId} onSend={(reason, details) => void send(reason, details)} />
    </Dialog>
  )
}

const REPORT_SENT = {
  title: 'Report sent',
  description: 'Thank you. The guards will look at it within 24 hours.',
  action: { label: 'Follow it', to: '/pipe-tracker' },
}

interface ReportFormProps {
  id: string
  onSend: (reason: ReportReason, details: string) => void
}

const ReportForm = ({ id, onSend }: ReportFormProps) => {
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [details, setDetails] = useState('')
  const [missing, setMissing] = useState(false)
  return (
    <form
      id={id}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(reason === null)
        if (reason !== null) onSend(reason, details)
      }}
    >
      <Radios
        label="What is wrong with it?"
        options={OPTIONS}
        value={reason}
        error={missing && reason === null ? MESSAGES.reportReason : undefined}
        onChange={setReason}
      />
      <NoteField
        label="Anything else? (optional)"
        value={details}
        maxLength={LIMITS.reportDetails}
        onChange={setDetails}
      />
    </form>
  )
}
