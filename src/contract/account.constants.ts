/**
 * The consents that a person is asked for (product section 2, Privacy settings). Each is off until the person
 * has agreed.
 */
export const CONSENTS = ['marketing', 'analytics', 'personalizedAds'] as const
export type Consent = (typeof CONSENTS)[number]

/**
 * Versions of the documents that a registration accepts, newest last. A new wording of a page adds a version.
 */
export const LEGAL_VERSIONS = { terms: ['2026-11'], privacy: ['2026-11'] } as const

/** The current versions, which the registration form shows and accepts. */
export const LEGAL_NOW = {
  termsVersion: LEGAL_VERSIONS.terms.at(-1)!,
  privacyVersion: LEGAL_VERSIONS.privacy.at(-1)!,
} as const

/** Only this is stored of a birth year. */
export const AGE_BANDS = ['16-17', '18+'] as const
export type AgeBand = (typeof AGE_BANDS)[number]

/** Who may begin a conversation with a person. Conversations that exist continue (DECISIONS row 417). */
export const MESSAGE_SENDERS = ['everyone', 'followed', 'nobody'] as const
export type MessageSenders = (typeof MESSAGE_SENDERS)[number]

/** The response header of a 403 that asks for a fresh proof of identity. */
export const PROOF_HEADER = 'Proof-Required'

/**
 * The request header of a write: the id of the person for whom the page writes. It is in the 409 to a write for somebody
 * else than the session's person, too.
 */
export const WRITER_HEADER = 'Written-For'

/** How long a proof of identity stays fresh, ms. */
export const PROOF_TTL_MS = 10 * 60_000
