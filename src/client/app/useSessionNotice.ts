import { useEffect } from 'react'
import type { SessionEnd } from '#contract/events.ts'
import { setEnded, useViewerStore } from '#client/features/account/data/viewer/viewer.store.ts'
import { toast } from '#client/ui/toast.ts'

const WORDS: Record<SessionEnd, { title: string; description: string }> = {
  logout: {
    title: 'You have left the palace',
    description: 'You signed out in another tab or on another device.',
  },
  expired: { title: 'Your session has ended', description: 'Please log in again.' },
  reset: { title: 'Your password was changed', description: 'Please log in with the new one.' },
  banned: {
    title: 'This account has been banned',
    description: 'The guards have seen you out. A mail tells you how to appeal.',
  },
  deleted: { title: 'This account has been deleted', description: 'The seat is free again.' },
}

/** Tells the person why the session ended. */
export function useSessionNotice(): void {
  const ended = useViewerStore((state) => state.ended)
  useEffect(() => {
    if (!ended) return
    toast({ variant: ended === 'logout' ? 'plain' : 'destructive', ...WORDS[ended] })
    setEnded(null)
  }, [ended])
}
