/**
 * What a person is asked to agree to (product section 2, Privacy settings). Nothing is agreed to without
 * having been asked.
 */
export const CONSENTS = ['marketing', 'analytics', 'personalizedAds'] as const
export type Consent = (typeof CONSENTS)[number]
