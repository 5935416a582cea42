import { config } from './config.ts'
import { deriveKey, hmac, isSameSignature, type KeyPurpose } from './key-derivation.ts'

/**
 * Until version 0.1 SESSION_SECRET itself signed cookies and appeal links. Both are valid for 30 days and
 * still accepted, so that an upgrade logs nobody out and breaks no mailed link. Version 0.2 was
 * never released: the version after 0.3 can drop this set.
 */
const SIGNED_BY_THE_SECRET_ITSELF: ReadonlySet<KeyPurpose> = new Set(['cookies', 'appeals'])

const derived = new Map<KeyPurpose, readonly string[]>()

/** The keys of one purpose, one for each SESSION_SECRET: the first signs, all verify. */
export function keysFor(purpose: KeyPurpose): readonly string[] {
  const known = derived.get(purpose)
  if (known) return known
  const keys = config.SESSION_SECRET.map((secret) => deriveKey(secret, purpose))
  if (SIGNED_BY_THE_SECRET_ITSELF.has(purpose)) keys.push(...config.SESSION_SECRET)
  derived.set(purpose, keys)
  return keys
}

/**
 * Signs a text for one purpose, with the newest key. Also a pseudonym: values cannot be tried without the
 * key.
 */
export const sign = (purpose: KeyPurpose, text: string): string => hmac(keysFor(purpose)[0]!, text)

/** Whether the signature of this text is valid for this purpose, with the newest key or an older one. */
export const isSigned = (purpose: KeyPurpose, text: string, signature: string): boolean =>
  keysFor(purpose).some((key) => isSameSignature(hmac(key, text), signature))
