import { useState } from 'react'
import { useIsSignedIn } from '#client/features/account/data/viewer/viewer.store.ts'
import { isCounted, setCounted } from '#client/live/counted.ts'
import { Switch } from '#client/ui/Switch.tsx'
import { useHydrating } from '#client/ui/useHydrating.ts'

/** Asks visitors for consent to analytics: off by default, and it covers no content. */
export const AnalyticsConsent = () => {
  const [counted, setShown] = useState(isCounted)
  const hydrating = useHydrating()
  const choose = (wanted: boolean) => {
    setCounted(wanted)
    setShown(isCounted())
  }
  if (useIsSignedIn()) return null
  return (
    <Switch
      label="Count my page views"
      hint="Without your name, and only if you like."
      checked={counted && !hydrating}
      onChange={({ target }) => choose(target.checked)}
    />
  )
}
