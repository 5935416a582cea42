import { endProof, useProof } from '#client/features/account/data/proof/proof.store.ts'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import { ConnectionBanner } from './ConnectionBanner.tsx'

/**
 * Asks the person to prove who they are. Few people ever see it, so its code is fetched when it is needed.
 */
const proofDialog = lazyComponent<object>(
  async () => (await import('#client/features/account/proof/ProofDialog.tsx')).ProofDialog,
)

/** The parts above every screen that the first view does not need. Their code is fetched after the page. */
export const Afterwards = () => {
  const Proof = useLazy(
    proofDialog,
    useProof((state) => state.wanted),
    () => endProof(false),
  )
  return (
    <>
      <ConnectionBanner />
      {Proof && <Proof />}
    </>
  )
}
