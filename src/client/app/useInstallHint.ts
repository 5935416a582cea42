import { useEffect } from 'react'
import { useIsSignedIn } from '#client/features/account/data/viewer/viewer.store.ts'
import { localKept, tabKept } from '#client/ui/storage.ts'
import { toast } from '#client/ui/toast.ts'

/** Chromium's event. Other browsers do not let a page offer to install it. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>
}

declare global {
  interface Window {
    /** The browser would install the page now (public/first.js). */
    installOffer?: InstallOffer
  }
}

/** Tabs with a signed-in person so far, or 'asked'. Kept on this device. */
const VISITS = 'rf-visits'
/** Whether this tab has been counted. */
const COUNTED = 'rf-visit-counted'
const ASK_AT_VISIT = 3
const SHOWN_MS = 15_000

/** On somebody's third visit offers once to install the app, where the browser can do that. */
export function useInstallHint(): void {
  const signedIn = useIsSignedIn()
  useEffect(() => {
    if (!signedIn || localKept.read(VISITS) === 'asked' || countVisit() < ASK_AT_VISIT) return
    const ask = () => {
      const offer = window.installOffer
      if (!offer) return
      removeEventListener('beforeinstallprompt', ask)
      localKept.keep(VISITS, 'asked')
      toast({
        title: 'A throne within reach',
        description: 'Put the palace on your home screen.',
        // Closing the browser's own question is an answer, too.
        action: { label: 'Install', onSelect: () => void offer.prompt().catch(() => undefined) },
        durationMs: SHOWN_MS,
      })
    }
    ask()
    addEventListener('beforeinstallprompt', ask)
    return () => removeEventListener('beforeinstallprompt', ask)
  }, [signedIn])
}

function countVisit(): number {
  const before = Number(localKept.read(VISITS) ?? 0)
  if (tabKept.read(COUNTED)) return before
  tabKept.keep(COUNTED, 'yes')
  localKept.keep(VISITS, String(before + 1))
  return before + 1
}
