import { useState } from 'react'
import { MODERATION_MESSAGES } from '#contract/moderation.constants.ts'
import type { OwnCaseView } from '#contract/moderation.ts'
import { LIMITS } from '#contract/limits.ts'
import { useWrite } from '#client/live/use-write.ts'
import { Button } from '#client/ui/Button.tsx'
import { submitted } from '#client/ui/submitted.ts'
import { NoteField } from '#client/features/moderation/NoteField.tsx'
import { sendAppeal } from '#client/features/moderation/data/appeal.actions.ts'

interface AppealFormProps {
  caseId: string
  token: string | null
  /** The updated case. */
  onSent: (decided: OwnCaseView) => void
}

/** The form for an appeal. */
export const AppealForm = ({ caseId, token, onSent }: AppealFormProps) => {
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(false)
  const { pending, run } = useWrite()
  const send = async () => {
    const blank = text.trim() === ''
    setMissing(blank)
    if (blank) return
    await run({
      write: async () => onSent(await sendAppeal(caseId, token, text)),
      done: () => ({ title: 'Appeal sent', description: 'A different person will read it.' }),
      failed: 'Failed to send appeal',
    })
  }
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submitted(send)}>
      <NoteField
        label="Why were we wrong?"
        hint="You can appeal only once."
        error={missing && text.trim() === '' ? MODERATION_MESSAGES.emptyAppeal : undefined}
        value={text}
        maxLength={LIMITS.appeal}
        rows={5}
        maxRows={12}
        onChange={setText}
      />
      <Button type="submit" variant="primary" size="lg" block pending={pending} pendingLabel="Sending...">
        Send appeal
      </Button>
    </form>
  )
}
