import { KeyRound } from 'lucide-react'
import { useWrite } from '#client/live/use-write.ts'
import { Button } from '#client/ui/Button.tsx'

interface PasskeyButtonProps {
  children: string
  variant?: 'primary' | 'quiet'
  /** Uses the passkey. An error is shown as a toast. */
  onUse: () => Promise<void>
}

/** Asks for a passkey. */
export const PasskeyButton = ({ children, variant = 'quiet', onUse }: PasskeyButtonProps) => {
  const { pending, run } = useWrite()
  const use = () =>
    run({
      write: onUse,
      failed: { title: 'No entry', fallback: 'The passkey could not be used. Please try again.' },
    })
  return (
    <Button variant={variant} block icon={<KeyRound />} pending={pending} onClick={() => void use()}>
      {children}
    </Button>
  )
}
