import { endProof, useProof } from '#client/entities/proof/proof.store.ts'
import { late, useLate } from '#client/ui/late.ts'
import { ConnectionBanner } from './ConnectionBanner.tsx'

/** Asks the person to prove who they are; hardly anybody ever meets it. */
const proofDialog = late<object>(async () => (await import('#client/features/proof/ProofDialog.tsx')).ProofDialog)

/** What stands above every screen and no first sight needs: its code comes after the page, before it could be needed. */
export const Afterwards = () => {
  const Proof = useLate(proofDialog, useProof((state) => state.wanted), () => endProof(false))
  return (
    <>
      <ConnectionBanner />
      {Proof && <Proof />}
    </>
  )
}
