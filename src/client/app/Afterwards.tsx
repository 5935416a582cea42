import { endProof, useProof } from '#client/features/account/data/proof/proof.store.ts'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import { ConnectionBanner } from './ConnectionBanner.tsx'

/** Asks the person to prove their identity. Rarely needed, so its code is loaded when it is. */
const proofDialog = lazyComponent<object>(
  async () => (await import('#client/features/account/proof/ProofDialog.tsx')).ProofDialog,
)

/** The parts above every screen that the first view does not need. Their code is loaded after the page. */
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
