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

const SHOWN_MS = 15_000

/**
 * Offers once to install the app, as soon as the browser can do that, and then calls `onAsked`. Returns the function that
 * stops waiting.
 */
export function offerToInstall(onAsked: () => void): () => void {
  const ask = () => {
    const offer = window.installOffer
    if (!offer) return
    stop()
    onAsked()
    toast({
      title: 'A throne within reach',
      description: 'Put the palace on your home screen.',
      // Closing the browser's own question is an answer, too.
      action: { label: 'Install', onSelect: () => void offer.prompt().catch(() => undefined) },
      durationMs: SHOWN_MS,
    })
  }
  const stop = () => removeEventListener('beforeinstallprompt', ask)
  addEventListener('beforeinstallprompt', ask)
  ask()
  return stop
}
