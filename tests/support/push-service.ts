import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
  type ECDH,
} from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { PushDeviceInput } from '#contract/notifications.push.ts'
import type { PushPayload } from '#contract/notifications.push.constants.ts'
import type { Caller } from './http-client.ts'
import type { Internet } from './internet.ts'
import { until } from './until.ts'

/** A push as its service got it. */
export interface Received {
  readonly headers: IncomingHttpHeaders
  /** As the browser decrypts it. */
  readonly payload: PushPayload
  /** The claims of the signature, which was verified. */
  readonly claims: { aud: string; exp: number; sub: string }
  /** The key that signed it. */
  readonly signedBy: string
}

/** A browser of a test and its push service: it decrypts what it gets (RFC 8291) and verifies who sent it (RFC 8292). */
export interface PushBrowser {
  readonly subscription: PushDeviceInput
  readonly received: readonly Received[]
  /** How often its address was asked, refusals included. */
  asked(): number
  /** Answers instead of taking the push; may take its time. Null: takes it again. */
  answer: ((req: IncomingMessage, res: ServerResponse) => void) | null
  /** It takes pushes, and never says so. */
  silent: boolean
  /** Waits until it has taken so many. Returns the newest. */
  nth(count: number, within?: number): Promise<Received>
}

/** What a browser subscribes with, at an address that does not exist. */
export function aSubscription(name = randomBytes(12).toString('hex')): PushDeviceInput {
  const keys = createECDH('prime256v1')
  return {
    endpoint: `https://push.test/${name}`,
    keys: { p256dh: keys.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') },
  }
}

/** A browser of this person that gets their pushes. */
export async function subscribedBrowser(internet: Internet, who: Pick<Caller, 'put'>): Promise<PushBrowser> {
  const browser = openPushBrowser(internet)
  const { status, text } = await who.put('/notifications/push/device', browser.subscription)
  if (status !== 200) throw new Error(`The device was answered ${status}: ${text}`)
  return browser
}

/** Opens a subscription at a push service that answers within the stand-in for the internet. */
export function openPushBrowser(internet: Internet): PushBrowser {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const auth = randomBytes(16)
  const path = `/push/${randomBytes(12).toString('hex')}`
  const endpoint = `https://push.test${path}`
  const received: Received[] = []
  const browser: PushBrowser = {
    subscription: {
      endpoint,
      keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
    },
    received,
    asked: () => internet.asked(path),
    answer: null,
    silent: false,
    async nth(count, within = 30_000) {
      await until(`${count} pushes have arrived`, () => received.length >= count, within)
      return received[count - 1]!
    },
  }
  internet.pages.set(path, (req, res) => {
    const pieces: Buffer[] = []
    req.on('data', (piece: Buffer) => pieces.push(piece))
    req.on('end', () => {
      if (browser.answer) return browser.answer(req, res)
      try {
        received.push(open(req, Buffer.concat(pieces), keys, auth))
        if (!browser.silent) res.writeHead(201).end()
      } catch (error) {
        // Shows in the server's log, and the test waits in vain.
        res.writeHead(400).end(String(error))
      }
    })
  })
  return browser
}

function open(req: IncomingMessage, body: Buffer, keys: ECDH, auth: Buffer): Received {
  if (req.method !== 'POST') throw new Error(`${req.method} is no push`)
  if (req.headers['content-encoding'] !== 'aes128gcm') throw new Error('another encoding')
  const payload = JSON.parse(decrypt(body, keys, auth).toString()) as PushPayload
  return { headers: req.headers, payload, ...verified(req.headers.authorization ?? '') }
}

const hkdf = (key: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/** RFC 8188 and 8291: one record, which ends with 0x02. */
function decrypt(body: Buffer, keys: ECDH, auth: Buffer): Buffer {
  const salt = body.subarray(0, 16)
  const keyLength = body[20]!
  const senderKey = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), senderKey])
  const secret = hkdf(keys.computeSecret(senderKey), auth, info, 32)
  const key = hkdf(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = hkdf(secret, salt, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (end === -1) throw new Error('no end of the record')
  return padded.subarray(0, end)
}

/** `vapid t=JWT, k=KEY`: an ES256 signature by this key. */
function verified(authorization: string): Pick<Received, 'claims' | 'signedBy'> {
  const [, token = '', signedBy = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  const [head = '', content = '', signature = ''] = token.split('.')
  const point = Buffer.from(signedBy, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${content}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('a wrong signature')
  return { claims: JSON.parse(Buffer.from(content, 'base64url').toString()) as Received['claims'], signedBy }
}
