import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { sentenceOf } from '#client/live/http.ts'
import { Button } from '#client/ui/Button.tsx'
import { toast } from '#client/ui/toast.ts'

interface PasskeyButtonProps {
  children: string
  variant?: 'primary' | 'quiet'
  /** Uses the passkey. An error is shown as a toast. */
  onUse: () => Promise<void>
}

/** Asks for a passkey. */
export const PasskeyButton = ({ children, variant = 'quiet', onUse }: PasskeyButtonProps) => {
  const [pending, setPending] = useState(false)
  const run = async () => {
    setPending(true)
    try {
      await onUse()
    } catch (error) {
      toast({
        variant: 'destructive',
        title: 'No entry',
        description: sentenceOf(error, 'The passkey could not be used. Please try again.'),
      })
    } finally {
      setPending(false)
    }
  }
  return (
    <Button variant={variant} block icon={<KeyRound />} pending={pending} onClick={() => void run()}>
      {children}
    </Button>
  )
}
