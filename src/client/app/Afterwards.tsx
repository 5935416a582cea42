import { closeAsked, useAsked } from '#client/features/account/data/viewer/ask-to-log-in.ts'
import { endProof, useProof } from '#client/features/account/data/proof/proof.store.ts'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import { ConnectionBanner } from './ConnectionBanner.tsx'

/** Asks the person to prove their identity. Rarely needed, so its code is loaded when it is. */
const proofDialog = lazyComponent<object>(
  async () => (await import('#client/features/account/proof/ProofDialog.tsx')).ProofDialog,
)

/** A visitor was about to do something that needs an account. */
const joinSheet = lazyComponent<object>(
  async () => (await import('#client/features/account/login/JoinSheet.tsx')).JoinSheet,
)

/** The parts above every screen that the first view does not need. Their code is loaded after the page. */
export const Afterwards = () => {
  const Proof = useLazy(
    proofDialog,
    useProof((state) => state.wanted),
    () => endProof(false),
  )
  const Join = useLazy(
    joinSheet,
    useAsked(({ asked }) => asked !== null),
    closeAsked,
  )
  return (
    <>
      <ConnectionBanner />
      {Join && <Join />}
      {Proof && <Proof />}
    </>
  )
}
