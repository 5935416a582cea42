import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { PasskeyAssertion } from '#contract/account.second-factor.ts'

interface Question {
  challenge: string
}

/** What an attacker would change about an answer. */
interface Trick {
  origin?: string
  rpId?: string
  userVerified?: boolean
  forged?: boolean
  /** How many signatures it claims to have made, where a copy is behind. */
  counter?: number
}

/**
 * A passkey's device in software: makes one credential and signs challenges with it, for the page at
 * `origin`.
 */
export interface Authenticator {
  make(question: Question): object
  sign(question: Question, trick?: Trick): PasskeyAssertion
}

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 }
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()

/** As WebAuthn lays it out: whose it is, flags, how many signatures. */
function authenticatorData(rpId: string, flags: number, counter: number): Buffer {
  const rest = Buffer.alloc(5)
  rest.writeUInt8(flags, 0)
  rest.writeUInt32BE(counter, 1)
  return Buffer.concat([sha256(rpId), rest])
}

/** The public key as COSE: kty EC2, alg ES256, curve P-256. */
function coseKey(publicKey: KeyObject): Uint8Array {
  const { x, y } = publicKey.export({ format: 'jwk' })
  const point = (value: string) => new Uint8Array(Buffer.from(value, 'base64url'))
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, point(x!)],
      [-3, point(y!)],
    ]),
  )
}

export function authenticator(origin: string): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const credential = {
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key' as const,
    clientExtensionResults: {},
  }
  const ownHost = new URL(origin).hostname
  let counter = 0
  const clientData = (type: string, { challenge }: Question, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))

  return {
    make(question) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)])
      const data = Buffer.concat([
        authenticatorData(ownHost, FLAGS.present | FLAGS.verified | FLAGS.attested, counter),
        attested,
      ])
      const attestationObject = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(data)],
        ]) as never,
      )
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', question, origin)),
          attestationObject: base64url(attestationObject),
          transports: ['internal'],
        },
      }
    },
    sign(
      question,
      { origin: from = origin, rpId = ownHost, userVerified = true, forged = false, counter: claimed } = {},
    ) {
      counter += 1
      const data = authenticatorData(
        rpId,
        FLAGS.present | (userVerified ? FLAGS.verified : 0),
        claimed ?? counter,
      )
      const said = clientData('webauthn.get', question, from)
      const signature = sign(
        'sha256',
        Buffer.concat([data, sha256(forged ? Buffer.from('something else') : said)]),
        privateKey,
      )
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(said),
          authenticatorData: base64url(data),
          signature: base64url(signature),
        },
      }
    },
  }
}
