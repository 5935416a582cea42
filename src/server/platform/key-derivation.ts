import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** The purposes of keys. Each purpose has its own keys: a signature for one is not valid for another. */
export type KeyPurpose =
  | 'cookies'
  | 'uploads'
  | 'listening'
  | 'appeals'
  | 'visitors'
  | 'erased-people'
  | 'spam-prints'
  | 'shares'
  | 'devices'
  | 'puzzles'
  | 'registrations'
  | 'second-factors'
  | 'push-keys'
  | 'push-topics'
  | 'subscriptions'
  | 'alert-webhooks'

/** The key of one purpose, derived from a secret by HKDF-SHA256: 32 bytes as base64url. */
export const deriveKey = (secret: string, purpose: KeyPurpose): string =>
  Buffer.from(hkdfSync('sha256', secret, '', `royal-flush/${purpose}`, 32)).toString('base64url')

/** HMAC-SHA256 as base64url. */
export const hmac = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url')

/** Compares two signatures in a time that does not depend on where they differ. */
export function isSameSignature(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
