import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { KeyPurpose } from './key-derivation.ts'
import { keysFor } from './keys.ts'
import { logger } from './logger.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts a text with the newest key. `about` names what it belongs to; it can be decrypted only with the
 * same `about`.
 */
export function seal(purpose: KeyPurpose, text: string, about: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(keysFor(purpose)[0]!), nonce).setAAD(Buffer.from(about))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/**
 * Decrypts a text that was sealed for this purpose and `about`, with the newest key or an older one. Null,
 * and an error in the log, when no key fits.
 */
export function unseal(purpose: KeyPurpose, sealed: string, about: string): string | null {
  for (const key of keysFor(purpose)) {
    const text = open(key, Buffer.from(sealed, 'base64url'), about)
    if (text !== null) return text
  }
  logger.error(
    `What was encrypted for ${purpose} cannot be decrypted. Was SESSION_SECRET replaced without keeping the old one in the list?`,
  )
  return null
}

/** How many of a kind there are, how many were sealed anew, and how many no key fits. */
export interface Resealed {
  seen: number
  changed: number
  lost: number
}

/**
 * The same text, sealed with the newest key; as it is where that key has sealed it. Null, and an error in the log,
 * when no key fits.
 */
export function reseal(purpose: KeyPurpose, sealed: string, about: string): string | null {
  if (open(keysFor(purpose)[0]!, Buffer.from(sealed, 'base64url'), about) !== null) return sealed
  const text = unseal(purpose, sealed, about)
  return text === null ? null : seal(purpose, text, about)
}

/** The figures of one thing that `reseal` was asked about. */
export const resealed = (before: string, after: string | null): Resealed => ({
  seen: 1,
  changed: Number(after !== null && after !== before),
  lost: Number(after === null),
})

const keyOf = (key: string): Buffer => Buffer.from(key, 'base64url')

function open(key: string, sealed: Buffer, about: string): string | null {
  const decipher = createDecipheriv(CIPHER, keyOf(key), sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  }).setAAD(Buffer.from(about))
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([
      decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)),
      decipher.final(),
    ]).toString('utf8')
  } catch {
    // Another key sealed it.
    return null
  }
}
