/**
 * What a person is asked to agree to (product section 2, Privacy settings). Nothing is agreed to without
 * having been asked.
 */
export const CONSENTS = ['marketing', 'analytics', 'personalizedAds'] as const
export type Consent = (typeof CONSENTS)[number]

/**
 * Versions of the documents that a registration accepts, the newest last. A new wording of a page is a new
 * version here.
 */
export const LEGAL_VERSIONS = { terms: ['2026-11'], privacy: ['2026-11'] } as const

/** The versions in force, which the registration form shows and accepts. */
export const LEGAL_NOW = {
  termsVersion: LEGAL_VERSIONS.terms.at(-1)!,
  privacyVersion: LEGAL_VERSIONS.privacy.at(-1)!,
} as const

/** All that is kept of a birth year. */
export const AGE_BANDS = ['16-17', '18+'] as const
export type AgeBand = (typeof AGE_BANDS)[number]

/** The header of a 403 answer to a call that would succeed after a fresh proof. */
export const PROOF_HEADER = 'Proof-Required'

/** How long a proof counts as fresh, ms. */
export const PROOF_LASTS = 10 * 60_000
