/** The header of a 403 that a fresh proof of who is here would turn into a success. */
export const PROOF_HEADER = 'Proof-Required'

/** How long a proof counts as fresh, ms. */
export const PROOF_LASTS = 10 * 60_000
