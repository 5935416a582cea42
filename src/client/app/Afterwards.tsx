import { useEffect, useState } from 'react'
import { closeAsked, useAsked } from '#client/features/account/data/viewer/ask-to-log-in.ts'
import { isErasureDue } from '#client/features/account/data/viewer/stored-account.ts'
import { useViewerStore } from '#client/features/account/data/viewer/viewer.store.ts'
import { endProof, useProof } from '#client/features/account/data/proof/proof.store.ts'
import { PersonHover } from '#client/features/people/hover-card/PersonHover.tsx'
import { importUntilHere, lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import { Shortcuts } from '#client/features/site/shortcuts/Shortcuts.tsx'
import { OverlayHost } from '#client/ui/OverlayHost.tsx'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { SideBoundary } from './PageBoundary.tsx'
import { shellPages } from './ShellFrame.tsx'
import { useInstallHint } from './useInstallHint.ts'
import { useSessionNotice } from './useSessionNotice.ts'

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

/**
 * The parts above every screen that the first view does not need, the shortcuts (first.js notes the keys until
 * then), and the table of the other pages. Their code is loaded after the page.
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
