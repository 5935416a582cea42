import { trusted } from 'mongoose'
import { createReadCache, createSharedRead } from '#server/platform/cache/read-cache.ts'
import { config } from '#server/platform/config.ts'
import { isDuplicateKey } from '#server/platform/errors.ts'
import { loadById } from '#server/platform/mongo/load-by-id.ts'
import { logger } from '#server/platform/logger.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { reseal, resealed, seal, unseal, type Resealed } from '#server/platform/sealed.ts'
import { PushDeviceModel, PushKeysModel, type PushKeysDocument } from './push.model.ts'

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
  resealPushKeys().catch((error: unknown) =>
    logger.error({ err: error }, 'the keys of web push are not ready'),
  )
  return () => undefined
}

/** Encrypts the private key with the newest SESSION_SECRET. */
export async function resealPushKeys(): Promise<Resealed> {
  const { publicKey, sealedPrivateKey } = await storedKeys()
  const sealed = reseal('push-keys', sealedPrivateKey, publicKey)
  if (sealed !== null)
    await PushKeysModel.updateOne({ _id: ID, publicKey }, { $set: { sealedPrivateKey: sealed } })
  return resealed(sealedPrivateKey, sealed)
}

/**
 * Makes another pair, in place of one that is lost or known to others. Push services take pushes for a subscription
 * from the key that it began with alone: the devices get none until their browsers subscribe again, which they do by
 * themselves when the person comes (push.store.ts). `alongside` runs in the same transaction. Returns how many devices
 * wait for that.
 */
export const replacePushKeys = (alongside: (tx: Transaction) => Promise<void>): Promise<number> =>
  transact(async (tx) => {
    await alongside(tx)
    await PushKeysModel.replaceOne({ _id: ID }, await newKeys(), { upsert: true, session: tx.session })
    const { modifiedCount } = await PushDeviceModel.updateMany(
      { outdated: trusted({ $ne: true }) },
      { $set: { outdated: true } },
      { session: tx.session },
    )
    return modifiedCount
  })

export const publicVapidKey = async (): Promise<string> => (await storedKeys()).publicKey

async function storedKeys(): Promise<PushKeysDocument> {
  return (await loadKeys()) ?? (await makeKeys())
}

const loadKeysById = loadById<PushKeysDocument>(PushKeysModel)
const loadKeys = async (): Promise<PushKeysDocument | null> => (await loadKeysById(ID)) ?? null

async function newKeys(): Promise<PushKeysDocument> {
  const { default: webpush } = await import('web-push')
  const { publicKey, privateKey } = webpush.generateVAPIDKeys()
  return { _id: ID, publicKey, sealedPrivateKey: seal('push-keys', privateKey, publicKey) }
}

async function makeKeys(): Promise<PushKeysDocument> {
  const made = await newKeys()
  try {
    await PushKeysModel.collection.insertOne(made as never, { writeConcern: { w: 'majority', j: true } })
    return made
  } catch (error) {
    const others = isDuplicateKey(error) ? await loadKeys() : null
    if (!others) throw error
    return others
  }
}

/** Replaced keys are followed within this time, ms. */
const FRESH_MS = 5_000
const currentKeys = createSharedRead<VapidKeys>({ name: 'push-keys', load: vapidKeys, freshMs: FRESH_MS })

/** How long a signature is used, ms; push services accept it for twelve hours. */
const SIGNED_FOR_MS = 10 * 60_000

const authorizations = createReadCache<string, VapidKeys & { origin: string }>({
  name: 'push-authorizations',
  async load(_key, { origin, publicKey, privateKey }) {
    const { default: webpush } = await import('web-push')
    return webpush.getVapidHeaders(origin, vapidSubject(), publicKey, privateKey, 'aes128gcm').Authorization
  },
  max: 500,
  freshMs: SIGNED_FOR_MS,
})

/** The header that proves to the push service of this origin who sends (RFC 8292). Throws as `vapidKeys`. */
export async function authorizationFor(origin: string): Promise<string> {
  const keys = await currentKeys.get()
  return authorizations.get(`${keys.publicKey} ${origin}`, { ...keys, origin })
}

/** Whom a push service can write to about this server: its address, or the sender of its mails where it has no https. */
function vapidSubject(): string {
  if (config.PUBLIC_URL.startsWith('https:')) return config.PUBLIC_URL
  return `mailto:${/<([^>]+)>/.exec(config.MAIL_FROM)?.[1] ?? config.MAIL_FROM}`
}
