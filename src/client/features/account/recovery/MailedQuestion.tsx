import { useState } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import type { RecoveryView } from '#contract/account.ts'
import { AuthFrame } from '#client/features/account/login/AuthFrame.tsx'
import { WriteButton } from '#client/live/WriteButton.tsx'
import { Confirmation } from './Confirmation.tsx'

export interface Question {
  title: string
  lead: string
  button: string
  answer: () => Promise<RecoveryView>
}

interface MailedQuestionProps {
  look: Pick<ComponentProps<typeof AuthFrame>, 'mascot' | 'saying'>
  /** Null: the link is not one of ours; `invalid` says so. */
  question: Question | null
  invalid: { title: string; lead: string }
  /** Where one goes from here. */
  children: ReactNode
}

/** The page of a mailed link: asks once more, because mail programs open links before people do. */
export const MailedQuestion = ({ look, question, invalid, children }: MailedQuestionProps) => {
  const [message, setMessage] = useState<string | null>(null)
  if (message !== null)
    return (
      <Confirmation {...look} title="So be it" lead={message}>
        {children}
      </Confirmation>
    )
  if (question) return <Asked look={look} {...question} onDone={setMessage} />
  return (
    <AuthFrame {...look} {...invalid}>
      {children}
    </AuthFrame>
  )
}

interface AskedProps extends Question {
  look: MailedQuestionProps['look']
  onDone: (message: string) => void
}

const Asked = ({ look, title, lead, button, answer, onDone }: AskedProps) => (
  <AuthFrame {...look} title={title} lead={lead}>
    <WriteButton
      variant="primary"
      size="lg"
      block
      does={{
        write: async () => onDone((await answer()).message),
        failed: 'The herald has tripped',
      }}
    >
      {button}
    </WriteButton>
  </AuthFrame>
)
