import type { SecondFactorChangeView } from '#contract/account.second-factor.ts'
import type { Write } from '#client/live/use-write.ts'

/** A change of the second factors. `change` returns null when the person cancelled. */
export const factorChange = (
  change: () => Promise<SecondFactorChangeView | null>,
  onChange: (changed: SecondFactorChangeView) => void,
): Write<void> => ({
  write: async () => {
    const changed = await change()
    if (changed) onChange(changed)
  },
  failed: { title: 'Update failed', fallback: 'Failed to change the second lock' },
})
