import type { SecondFactorChangeView } from '#contract/account.second-factor.ts'
import { useWrite } from '#client/live/use-write.ts'

/**
 * A button that changes the second factors. A failure is shown as a toast. `change` returns null when the
 * person cancelled.
 */
export function useChange(
  change: () => Promise<SecondFactorChangeView | null>,
  onChange: (changed: SecondFactorChangeView) => void,
) {
  const { pending, run } = useWrite()
  const write = () =>
    run({
      write: async () => {
        const changed = await change()
        if (changed) onChange(changed)
      },
      failed: { title: 'Update failed', fallback: 'Failed to change the second lock' },
    })
  return { pending, run: () => void write() }
}
