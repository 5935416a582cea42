/** The header of a 403 answer to a call that would succeed after a fresh proof. */
export const PROOF_HEADER = 'Proof-Required'

/** How long a proof counts as fresh, ms. */
export const PROOF_LASTS = 10 * 60_000
