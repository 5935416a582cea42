import webpush from 'web-push'
import { createReadCache } from '#server/platform/cache/read-cache.ts'
import { config } from '#server/platform/config.ts'
import { isDuplicateKey } from '#server/platform/errors.ts'
import { readById } from '#server/platform/mongo/read-by-id.ts'
import { logger } from '#server/platform/logger.ts'
import { seal, unseal } from '#server/platform/sealed.ts'
import { PushKeysModel, type PushKeysDocument } from './push.model.ts'

/** What signs a push: push services accept it from this server alone. */
interface VapidKeys {
  publicKey: string
  privateKey: string
}

const ID = 'vapid'

/**
 * The pair of all server processes. The first process that needs it makes it; of two at once, the store keeps one.
 * Throws when the private key cannot be decrypted: another pair would silence every device.
 */
export async function vapidKeys(): Promise<VapidKeys> {
  const { publicKey, sealedPrivateKey } = await storedKeys()
  const privateKey = unseal('push-keys', sealedPrivateKey, publicKey)
  if (privateKey === null) throw new Error('The VAPID key cannot be decrypted: see OPERATIONS, Web push')
  return { publicKey, privateKey }
}

/**
 * At the start: makes the keys, or encrypts the private one again with the newest SESSION_SECRET, so that an older
 * secret can leave the list.
 */
export function preparePushKeys(): () => void {
  sealAnew().catch((error: unknown) => logger.error({ err: error }, 'the keys of web push are not ready'))
  return () => undefined
}

async function sealAnew(): Promise<void> {
  const { publicKey, privateKey } = await vapidKeys()
  const sealedPrivateKey = seal('push-keys', privateKey, publicKey)
  await PushKeysModel.updateOne({ _id: ID, publicKey }, { $set: { sealedPrivateKey } })
}

export const publicVapidKey = async (): Promise<string> => (await storedKeys()).publicKey

async function storedKeys(): Promise<PushKeysDocument> {
  return (await readKeys()) ?? (await makeKeys())
}

const readKeysById = readById<PushKeysDocument>(PushKeysModel)
const readKeys = async (): Promise<PushKeysDocument | null> => (await readKeysById(ID)) ?? null

async function makeKeys(): Promise<PushKeysDocument> {
  const { publicKey, privateKey } = webpush.generateVAPIDKeys()
  const made = { _id: ID, publicKey, sealedPrivateKey: seal('push-keys', privateKey, publicKey) }
  try {
    await PushKeysModel.collection.insertOne(made as never, { writeConcern: { w: 'majority', j: true } })
    return made
  } catch (error) {
    const others = isDuplicateKey(error) ? await readKeys() : null
    if (!others) throw error
    return others
  }
}

/** How long a signature is used, ms; push services accept it for twelve hours. */
const SIGNED_FOR_MS = 10 * 60_000

const authorizations = createReadCache<string>({
  name: 'push-authorizations',
  async load(origin) {
    const { publicKey, privateKey } = await vapidKeys()
    return webpush.getVapidHeaders(origin, vapidSubject(), publicKey, privateKey, 'aes128gcm').Authorization
  },
  max: 500,
  freshMs: SIGNED_FOR_MS,
})

/** The header that proves to the push service of this origin who sends (RFC 8292). Throws as `vapidKeys`. */
export const authorizationFor = (origin: string): Promise<string> => authorizations.get(origin)

/** Whom a push service can write to about this server: its address, or the sender of its mails where it has no https. */
function vapidSubject(): string {
  if (config.PUBLIC_URL.startsWith('https:')) return config.PUBLIC_URL
  return `mailto:${/<([^>]+)>/.exec(config.MAIL_FROM)?.[1] ?? config.MAIL_FROM}`
}
