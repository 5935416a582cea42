import { useState } from 'react'
import { MODERATION_MESSAGES } from '#contract/moderation.constants.ts'
import type { OwnCaseView } from '#contract/moderation.ts'
import { LIMITS } from '#contract/limits.ts'
import { TextCounter } from '#client/features/posts/composer/TextCounter.tsx'
import { useWrite } from '#client/live/use-write.ts'
import { Button } from '#client/ui/Button.tsx'
import { Field } from '#client/ui/Field.tsx'
import { Textarea } from '#client/ui/Textarea.tsx'
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
      done: () => ({ title: 'Appeal sent', description: 'Somebody else than before reads it.' }),
      failed: 'Failed to send appeal',
    })
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Field
        label="Why were we wrong?"
        hint="You can say it once."
        error={missing && text.trim() === '' ? MODERATION_MESSAGES.emptyAppeal : undefined}
        aside={<TextCounter length={text.length} most={LIMITS.appeal} />}
      >
        <Textarea
          rows={5}
          maxRows={12}
          dir="auto"
          maxLength={LIMITS.appeal}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" block pending={pending} pendingLabel="Sending...">
        Send appeal
      </Button>
    </form>
  )
}
