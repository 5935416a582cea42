import { useState } from 'react'
import type { SecondFactorChangeView } from '#contract/account.second-factor.ts'
import { sentenceOf } from '#client/live/http.ts'
import { toast } from '#client/ui/toast.ts'

/**
 * A button that changes the second factors. A failure is shown as a toast. `change` returns null when the
 * person cancelled.
 */
export function useChange(
  change: () => Promise<SecondFactorChangeView | null>,
  onChange: (changed: SecondFactorChangeView) => void,
) {
  const [pending, setPending] = useState(false)
  const run = async () => {
    setPending(true)
    try {
      const changed = await change()
      if (changed) onChange(changed)
    } catch (error) {
      toast({
        variant: 'destructive',
        title: 'Update failed',
        description: sentenceOf(error, 'Failed to change the second lock'),
      })
    } finally {
      setPending(false)
    }
  }
  return { pending, run: () => void run() }
}
