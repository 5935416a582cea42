import { useEffect, useState } from 'react'
import type { SessionEnd } from '#contract/events.ts'
import { closeAsked, useAsked } from '#client/features/account/data/viewer/ask-to-log-in.ts'
import { isErasureDue } from '#client/features/account/data/viewer/stored-account.ts'
import { setEnded, useViewerStore } from '#client/features/account/data/viewer/viewer.store.ts'
import { endProof, useProof } from '#client/features/account/data/proof/proof.store.ts'
import { PersonHover } from '#client/features/people/hover-card/PersonHover.tsx'
import { importUntilHere, lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import { Shortcuts } from '#client/features/site/shortcuts/Shortcuts.tsx'
import { OverlayHost } from '#client/ui/OverlayHost.tsx'
import { toast } from '#client/ui/toast.ts'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { SideBoundary } from './PageBoundary.tsx'
import { shellPages } from './ShellFrame.tsx'
import { useInstallHint } from './useInstallHint.ts'

/** Asks the person to prove their identity. Rarely needed, so its code is loaded when it is. */
const proofDialog = lazyComponent<object>(
  async () => (await import('#client/features/account/proof/ProofDialog.tsx')).ProofDialog,
)

/** A visitor was about to do something that needs an account. */
const joinSheet = lazyComponent<object>(
  async () => (await import('#client/features/account/login/JoinSheet.tsx')).JoinSheet,
)

const jumpDialog = lazyComponent<{ onClose: () => void }>(
  async () => (await import('./jump/JumpDialog.tsx')).JumpDialog,
)

const refuseProof = () => endProof(false)

const loadShell = () => void shellPages.preload()

/** Erases the messages that this browser has kept of somebody who is no longer signed in here (LIVE L53). */
function useErasure(): void {
  const viewerId = useViewerStore(({ user }) => user?.id ?? null)
  useEffect(() => {
    if (!isErasureDue()) return
    const load = () => import('#client/features/messages/data/copy/offline-messages.ts')
    void importUntilHere(load).then(({ eraseOthers }) => eraseOthers(viewerId))
  }, [viewerId])
}

const ENDED: Record<SessionEnd, { title: string; description: string }> = {
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
function useSessionNotice(): void {
  const ended = useViewerStore((state) => state.ended)
  useEffect(() => {
    if (!ended) return
    toast({ variant: ended === 'logout' ? 'plain' : 'destructive', ...ENDED[ended] })
    setEnded(null)
  }, [ended])
}

/**
 * The parts above every screen that the first view does not need, the shortcuts, and the table of the other pages.
 * Their code is loaded after the page.
 */
export const Afterwards = () => {
  useSessionNotice()
  useInstallHint()
  useEffect(loadShell, [])
  useErasure()
  const Proof = useLazy(
    proofDialog,
    useProof((state) => state.wanted),
    refuseProof,
  )
  const Join = useLazy(
    joinSheet,
    useAsked(({ asked }) => asked !== null),
    closeAsked,
  )
  const [jumping, setJumping] = useState(false)
  const endJump = () => setJumping(false)
  const Jump = useLazy(jumpDialog, jumping, endJump)
  return (
    <>
      <SideBoundary>
        <ConnectionBanner />
      </SideBoundary>
      <SideBoundary onError={closeAsked}>{Join && <Join />}</SideBoundary>
      <SideBoundary onError={refuseProof}>{Proof && <Proof />}</SideBoundary>
      <SideBoundary>
        <OverlayHost />
      </SideBoundary>
      <SideBoundary>
        <PersonHover />
      </SideBoundary>
      <SideBoundary>
        <Shortcuts onJump={() => setJumping(true)} />
      </SideBoundary>
      <SideBoundary onError={endJump}>{jumping && Jump && <Jump onClose={endJump} />}</SideBoundary>
    </>
  )
}
