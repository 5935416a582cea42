import { KeyRound } from 'lucide-react'
import { WriteButton } from '#client/live/WriteButton.tsx'

interface PasskeyButtonProps {
  children: string
  variant?: 'primary' | 'quiet'
  /** Uses the passkey. An error is shown as a toast. */
  onUse: () => Promise<void>
}

/** Asks for a passkey. */
export const PasskeyButton = ({ children, variant = 'quiet', onUse }: PasskeyButtonProps) => (
  <WriteButton
    variant={variant}
    block
    icon={<KeyRound />}
    does={{
      write: onUse,
      failed: { title: 'No entry', fallback: 'The passkey could not be used. Please try again.' },
    }}
  >
    {children}
  </WriteButton>
)
