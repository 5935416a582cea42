import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { config } from './config.ts'
import { deriveKey, type KeyPurpose } from './key-derivation.ts'
import { isSigned, keysFor, sign } from './keys.ts'

const PURPOSES: KeyPurpose[] = [
  'cookies',
  'uploads',
  'appeals',
  'visitors',
  'erased-people',
  'spam-prints',
  'devices',
  'subscriptions',
]

test('each purpose signs with a key of its own, and none of them is the secret', () => {
  const signatures = PURPOSES.map((purpose) => sign(purpose, 'the same words'))
  expect(new Set(signatures).size).toBe(PURPOSES.length)
  for (const secret of config.SESSION_SECRET)
    expect(signatures).not.toContain(
      createHmac('sha256', secret).update('the same words').digest('base64url'),
    )
})

test('a signature of one purpose is invalid for another', () => {
  for (const purpose of PURPOSES) {
    for (const other of PURPOSES)
      expect(isSigned(other, 'words', sign(purpose, 'words'))).toBe(other === purpose)
  }
})

test('a signature is valid only for its own text, whatever its length', () => {
  const signature = sign('uploads', 'words')
  for (const forged of ['', 'x', signature.slice(1), `${signature}x`, sign('uploads', 'other words')])
    expect(isSigned('uploads', 'words', forged)).toBe(false)
})

test('the newest secret signs, and signatures of each secret in the list are valid', () => {
  expect(keysFor('uploads')).toEqual(config.SESSION_SECRET.map((secret) => deriveKey(secret, 'uploads')))
})

test('cookies and appeal links signed by the secret itself are valid after the upgrade', () => {
  const before = createHmac('sha256', config.SESSION_SECRET[0]!).update('words').digest('base64url')
  expect(PURPOSES.filter((purpose) => isSigned(purpose, 'words', before))).toEqual(['cookies', 'appeals'])
})
