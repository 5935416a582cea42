import { useState } from 'react'
import type { SignUpMode } from '#contract/account.sign-up.constants.ts'
import { saveSignUp } from '#client/features/admin/data/site-settings.actions.ts'
import { useWrite } from '#client/live/use-write.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Radios } from '#client/ui/Radios.tsx'
import { Invitations } from './Invitations.tsx'

const MODES = [
  { value: 'open', label: 'Everybody', hint: 'Anybody can create an account.' },
  {
    value: 'invited',
    label: 'By invitation',
    hint: 'People need the link of an invitation. You can make one below.',
  },
  {
    value: 'closed',
    label: 'Nobody',
    hint: 'No new accounts, not even by invitation. People with an account can still log in.',
  },
] as const

const BADGES = { open: 'Open', invited: 'By invitation', closed: 'Closed' } as const

/** Who may create an account, and the invitations. */
export const SignUpCard = ({ mode }: { mode: SignUpMode }) => {
  const [chosen, setChosen] = useState<SignUpMode | null>(null)
  const { pending, run } = useWrite()
  const shown = chosen ?? mode
  const save = async () => {
    const isSaved = await run({
      write: () => saveSignUp(shown),
      done: 'Sign-up Saved',
      failed: { title: 'Error', sentence: 'Failed to save the sign-up' },
    })
    if (isSaved) setChosen(null)
  }
  return (
    <Card
      title="New accounts"
      action={<Badge tone={mode === 'open' ? 'live' : 'neutral'}>{BADGES[mode]}</Badge>}
      className="xl:col-span-2"
    >
      <Radios label="Who may create an account" options={MODES} value={shown} onChange={setChosen} />
      <Button
        variant="primary"
        className="mt-2"
        pending={pending}
        disabled={shown === mode}
        onClick={() => void save()}
      >
        Save Sign-up
      </Button>
      <Invitations />
    </Card>
  )
}
