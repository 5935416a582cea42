import { ECDH } from 'node:crypto'
import { trusted } from 'mongoose'
import type { PushDeviceInput, PushView } from '#contract/notifications.push.ts'
import { LIMITS } from '#contract/limits.ts'
import { PUSH_KINDS } from '#contract/notifications.push.constants.ts'
import { storeWhetherPushes, loadViewer } from '#server/features/people/users/viewers.service.ts'
import { bus } from '#server/platform/bus.ts'
import { currentSessionsOf } from '#server/platform/session.ts'
import { badRequest, isDuplicateKey, notFound } from '#server/platform/errors.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { publicVapidKey } from './push-keys.ts'
import { PushDeviceModel, type PushDeviceDocument } from './push.model.ts'
import { pushSettingsOf } from './push-settings.service.ts'

/** The indexed read of a person's devices, newest first; exported for its explain test. */
export const devicesOf = (userId: string, tx?: Transaction) =>
  PushDeviceModel.find({ userId })
    .sort({ _id: -1 })
    .session(tx?.session ?? null)
    .lean<PushDeviceDocument[]>()

/** A person's settings and devices, as the device with this session sees them. */
export async function pushView(viewer: Viewer, session: string): Promise<PushView> {
  const [publicKey, settings, devices, sessions] = await Promise.all([
    publicVapidKey(),
    pushSettingsOf(viewer.id),
    devicesOf(viewer.id),
    currentSessionsOf(viewer),
  ])
  const byName = new Map(sessions.map((one) => [one.name, one.device]))
  return {
    publicKey,
    kinds: PUSH_KINDS.filter((kind) => !settings.off.includes(kind)),
    quietHours: settings.quietHours,
    preview: settings.preview,
    devices: devices.flatMap(({ _id, session: name, createdAt }) => {
      if (!byName.has(name)) return []
      const known = byName.get(name)
      return {
        id: _id.toHexString(),
        isThis: name === session,
        device: known?.kind ?? 'desktop',
        browser: known?.browser ?? null,
        system: known?.system ?? null,
        createdAt: createdAt.toISOString(),
      }
    }),
  }
}

/**
 * Pushes go to this browser from now on, for this person: whoever had it before loses it. May run again. Throws 400
 * for keys that nothing can be encrypted with.
 */
export async function addDevice(viewer: Viewer, session: string, input: PushDeviceInput): Promise<void> {
  assertPoint(input.keys.p256dh)
  const write = () => transact((tx) => writeDevice(tx, viewer.id, session, input))
  // Two requests for a new endpoint at the same moment: the second one finds the first.
  await write().catch((error: unknown) => (isDuplicateKey(error) ? write() : Promise.reject(error)))
}

function assertPoint(p256dh: string): void {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url', 'base64url', 'uncompressed')
  } catch {
    // Node throws for what is no point of the curve.
    throw badRequest()
  }
}

async function writeDevice(
  tx: Transaction,
  userId: string,
  session: string,
  { endpoint, keys }: PushDeviceInput,
): Promise<void> {
  const before = await PushDeviceModel.findOne({ endpoint }).session(tx.session).lean<PushDeviceDocument>()
  const isOwn = before?.userId.equals(userId) ?? false
  if (before && isOwn) {
    const renewed = { $set: { keys, session }, $unset: { outdated: 1 } }
    await PushDeviceModel.updateOne({ _id: before._id }, renewed, { session: tx.session })
  } else {
    if (before) await removeDevices(tx, before.userId.toHexString(), [before])
    const device = { _id: clock.id(), userId, endpoint, keys, session, createdAt: clock.date() }
    await PushDeviceModel.create([device], { session: tx.session })
    await storeWhetherPushes(tx, userId, true)
  }
  const own = await devicesOf(userId, tx)
  // A session is one browser, which has one endpoint at a time.
  const replaced = own.filter((one) => one.session === session && one.endpoint !== endpoint)
  const beyond = own.filter((one) => !replaced.includes(one)).slice(LIMITS.pushDevices)
  await removeDevices(tx, userId, [...replaced, ...beyond])
  tx.emit('pushes:updated', { userId })
}

async function removeDevices(
  tx: Transaction,
  userId: string,
  devices: readonly Pick<PushDeviceDocument, '_id'>[],
): Promise<void> {
  if (devices.length === 0) return
  const ids = devices.map(({ _id }) => _id)
  await PushDeviceModel.deleteMany({ _id: trusted({ $in: ids }) }, { session: tx.session })
  if (!(await PushDeviceModel.exists({ userId }).session(tx.session)))
    await storeWhetherPushes(tx, userId, false)
  tx.emit('pushes:updated', { userId })
}

/** Throws 404 for an unknown device. */
export async function removeDevice(viewer: Viewer, id: string): Promise<void> {
  const device = await PushDeviceModel.findOne({ _id: id, userId: viewer.id }).lean<PushDeviceDocument>()
  if (!device) throw notFound()
  await forgetDevice(device)
}

/** The device is closed: its push service said so, or its session has ended. */
export const forgetDevice = (device: PushDeviceDocument): Promise<void> =>
  transact((tx) => removeDevices(tx, device.userId.toHexString(), [device]))

/** Whether the session that subscribed is still valid. */
export const isSignedIn = async (person: Viewer, { session }: PushDeviceDocument): Promise<boolean> =>
  (await currentSessionsOf(person)).some(({ name }) => name === session)

async function forgetEnded(userId: string): Promise<void> {
  const devices = await devicesOf(userId)
  const person = devices.length > 0 ? await loadViewer(userId) : null
  if (!person) return
  const names = new Set((await currentSessionsOf(person)).map(({ name }) => name))
  const ended = devices.filter(({ session }) => !names.has(session))
  await transact((tx) => removeDevices(tx, userId, ended))
}

/** Removes the devices of sessions that end: by a log-out, a ban, a new password, or from the list of sessions. */
export function removeSignedOutDevices(): () => void {
  const stops = [
    bus.onLocal('session:renewed', ({ userId }) => forgetEnded(userId)),
    bus.onLocal('session:ended', ({ userId, except }) =>
      // The remaining session is about to be renewed, and is in no list until then.
      except === undefined ? forgetEnded(userId) : undefined,
    ),
  ]
  return () => stops.forEach((stop) => stop())
}
