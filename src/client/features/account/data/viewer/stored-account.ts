import type { CurrentUserView } from '#contract/account.ts'
import { browserStorage } from '#client/ui/storage.ts'

// Whose messages this browser keeps for a start without a network (LIVE L53): only then does a page show an account
// that the server has not confirmed yet.

const KEY = 'royal-flush:kept-account'
/** Raised with every change of the account's view: another version is not read. */
const VERSION = 2
/** A session without a visit ends after seven days, and what it has left here counts no longer. ms. */
const MAX_AGE_MS = 7 * 24 * 60 * 60_000

interface KeptAccount {
  version: number
  /** When this browser last had an answer for it, epoch ms. */
  at: number
  /** Null: what is kept is to be erased. */
  user: CurrentUserView | null
}

const ERASING: KeptAccount = { version: VERSION, at: 0, user: null }

function toKept(value: unknown): KeptAccount {
  const { version, at, user } = (value ?? {}) as Partial<KeptAccount>
  const isValid =
    version === VERSION && at !== undefined && user !== undefined && Date.now() - at < MAX_AGE_MS
  return isValid ? { version, at, user } : ERASING
}

const load = (): KeptAccount | null => browserStorage.readJson(KEY, toKept)

/** The person whose messages are kept here; null for nobody. */
export const storedAccount = (): CurrentUserView | null => load()?.user ?? null

/** Returns whether the browser stored it. */
export const storeAccount = (user: CurrentUserView): boolean =>
  browserStorage.saveJson(KEY, { version: VERSION, at: Date.now(), user } satisfies KeptAccount)

/** Whether something is left of somebody whose session has ended here. */
export const isErasureDue = (): boolean => load()?.user === null

/** Nothing is shown any more of anybody but this person: at once, also where the erasure itself comes later. */
export function disownOthers(viewerId: string | null): void {
  const kept = load()
  if (kept && kept.user?.id !== viewerId) browserStorage.saveJson(KEY, ERASING)
}

/** What was to be erased is erased. */
export function endErasure(): void {
  if (isErasureDue()) browserStorage.remove(KEY)
}
