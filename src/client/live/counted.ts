import { COUNT_ME_COOKIE } from '#contract/analytics.events.ts'
import { browserStorage } from '#client/ui/storage.ts'

const KEY = 'rf-count-me'
const YEAR_S = 365 * 24 * 3600

/**
 * Whether a visitor without an account has agreed to analytics. Default no; a browser without storage cannot
 * agree.
 */
export const isCounted = (): boolean => browserStorage.read(KEY) === 'yes'

/** The server reads the cookie: it decides whether a document permits Google's tag. */
export function setCounted(counted: boolean): void {
  browserStorage.keep(KEY, counted ? 'yes' : '')
  document.cookie = `${COUNT_ME_COOKIE}=yes; path=/; SameSite=Lax; Max-Age=${counted ? YEAR_S : 0}`
  if (!counted) consentWithdrawn()
}

let withdrawn = () => undefined as void

/** Calls `listener` when the person, with an account or without, withdraws their consent to analytics. */
export const onConsentWithdrawn = (listener: () => void): void => void (withdrawn = listener)

export const consentWithdrawn = (): void => withdrawn()
