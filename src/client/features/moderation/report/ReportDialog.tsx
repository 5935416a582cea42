import { useId, useState } from 'react'
import { MESSAGES } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import { REPORT_REASONS, type ReportReason } from '#contract/moderation.constants.ts'
import { TextCounter } from '#client/features/posts/composer/TextCounter.tsx'
import { sentenceOf } from '#client/live/http.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Field } from '#client/ui/Field.tsx'
import { Radios } from '#client/ui/Radios.tsx'
import { Textarea } from '#client/ui/Textarea.tsx'
import { toast } from '#client/ui/toast.ts'
import type { ReportProps, Reported } from './Report.tsx'
import { postReport } from '#client/features/moderation/data/report.actions.ts'

const OPTIONS = REPORT_REASONS.map(({ reason, label, hint }) => ({ value: reason, label, hint }))

/** Asks for a reason and details, and sends the report. */
export const ReportDialog = ({ reported, open, onClose }: ReportProps) => {
  const formId = useId()
  const [sending, setSending] = useState(false)
  return (
    <Dialog
      open={open}
      onOpenChange={(stays) => !stays && onClose()}
      title={`Report ${reported.name}`}
      description="Only our guards see this. We review reports within 24 hours."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="danger" pending={sending} pendingLabel="Sending...">
            Send report
          </Button>
        </>
      }
    >
      <ReportForm
        id={formId}
        reported={reported}
        sending={sending}
        setSending={setSending}
        onSent={onClose}
      />
    </Dialog>
  )
}

interface ReportFormProps {
  id: string
  reported: Reported
  sending: boolean
  setSending: (sending: boolean) => void
  onSent: () => void
}

const ReportForm = ({ id, reported, sending, setSending, onSent }: ReportFormProps) => {
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [details, setDetails] = useState('')
  const [missing, setMissing] = useState(false)
  const send = async () => {
    if (sending) return
    setMissing(reason === null)
    if (reason === null) return
    setSending(true)
    if (await sent(reported, reason, details)) onSent()
    setSending(false)
  }
  return (
    <form
      id={id}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Radios
        label="What is wrong with it?"
        options={OPTIONS}
        value={reason}
        error={missing && reason === null ? MESSAGES.reportReason : undefined}
        onChange={setReason}
      />
      <Field
        label="Anything else? (optional)"
        aside={<TextCounter length={details.length} most={LIMITS.reportDetails} />}
      >
        <Textarea
          rows={2}
          maxRows={6}
          dir="auto"
          maxLength={LIMITS.reportDetails}
          value={details}
          onChange={({ target }) => setDetails(target.value)}
        />
      </Field>
    </form>
  )
}

async function sent({ type, id }: Reported, reason: ReportReason, details: string): Promise<boolean> {
  try {
    await postReport({ targetType: type, targetId: id, reason, details: details.trim() || null })
    toast({ title: 'Report sent', description: 'Thank you. The guards will look at it within 24 hours.' })
    return true
  } catch (error) {
    toast({
      variant: 'destructive',
      title: 'Failed to send report',
      description: sentenceOf(error),
    })
    return false
  }
}
