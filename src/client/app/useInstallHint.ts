import { useEffect } from 'react'
import { useIsSignedIn } from '#client/features/account/data/viewer/viewer.store.ts'
import { browserStorage, tabStorage } from '#client/ui/storage.ts'

/** Tabs with a signed-in person so far, or 'asked'. Kept on this device. */
const VISITS = 'rf-visits'
/** Whether this tab has been counted. */
const COUNTED = 'rf-visit-counted'
const ASK_AT_VISIT = 3

/** On somebody's third visit offers once to install the app, where the browser can do that. */
export function useInstallHint(): void {
  const signedIn = useIsSignedIn()
  useEffect(() => {
    if (!signedIn || browserStorage.read(VISITS) === 'asked' || countVisit() < ASK_AT_VISIT) return undefined
    let isGone = false
    let stop = () => undefined as void
    // Without its code the next visit asks.
    import('./install-offer.ts').then(
      ({ offerToInstall }) => {
        if (!isGone) stop = offerToInstall(() => browserStorage.keep(VISITS, 'asked'))
      },
      () => undefined,
    )
    return () => {
      isGone = true
      stop()
    }
  }, [signedIn])
}

function countVisit(): number {
  const before = Number(browserStorage.read(VISITS) ?? 0)
  if (tabStorage.read(COUNTED)) return before
  tabStorage.keep(COUNTED, 'yes')
  browserStorage.keep(VISITS, String(before + 1))
  return before + 1
}
