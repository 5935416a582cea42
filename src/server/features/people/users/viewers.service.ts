import { Types, type UpdateQuery } from 'mongoose'
import { createReadCache } from '#server/platform/cache/read-cache.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { batchReads } from '#server/platform/cache/batched-reads.ts'
import {
  hiddenPeopleOf,
  unionsOfHidingRows,
  type HidingRow,
} from '#server/features/people/relations/hidden-people.service.ts'
import { bus } from '#server/platform/bus.ts'
import type { PrivacySettingsInput, PrivacySettingsView } from '#contract/account.privacy.ts'
import { CONSENTS, type Consent, type MessageSenders } from '#contract/account.constants.ts'
import { unauthorised } from '#server/platform/errors.ts'
import { handlers } from '#server/platform/handlers.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import type { NotificationPreferenceInput } from '#contract/account.settings.ts'
import type { CurrentUserView } from '#contract/account.ts'
import { clock } from '#server/platform/clock.ts'
import { mustConfirm, UserModel, type UserRecord } from './users.model.ts'
import { assertMayChoose, mayBeMinor, messageSendersOf } from './message-senders.ts'
import { presentPrivacy, presentCurrentUser } from './users.present.ts'
import { changeAccount } from './change-account.ts'

declare module '#server/platform/viewer.ts' {
  interface Viewer {
    /** Has consented to analytics; otherwise visits are not counted. */
    readonly isCounted: boolean
    /** Kinds of notifications that the person has switched off. */
    readonly quiet: readonly string[]
    /** Has a device that wants pushes. */
    readonly pushes: boolean
    /** Wants a notification of the first message of a stranger. */
    readonly requestNotices: boolean
    /** Who may begin a conversation with the person. */
    readonly messagesFrom: MessageSenders
    /** Has switched off read receipts, or signs of typing: neither sends nor sees them. */
    readonly hidesReads: boolean
    readonly hidesTyping: boolean
  }
}

/** A change made outside of this process (the admin script) shows within this time. */
const FRESH_MS = 5_000

/**
 * The viewer with this id, from the cache or the store; null for a deleted account. Parallel calls share one
 * read.
 */
export const loadViewer = (id: string): Promise<Viewer | null> => viewers.get(id)

/** Clears a person's entry; a running read is not cached. */
export const forgetViewer = (id: string): void => viewers.forget(id)

const FIELDS = {
  handle: 1,
  displayName: 1,
  avatarUrl: 1,
  isAdmin: 1,
  isModerator: 1,
  sessionEpoch: 1,
  quiet: 1,
  pushes: 1,
  requestNotices: 1,
  consents: 1,
  suspendedUntil: 1,
  bannedAt: 1,
  unconfirmed: 1,
  messagesFrom: 1,
  hidesReads: 1,
  hidesTyping: 1,
  agreed: 1,
} as const satisfies { [F in keyof UserRecord]?: 1 }
type ViewerRow = Pick<UserRecord, '_id' | keyof typeof FIELDS>

/**
 * One command for all of them. Each request of a person who was away for a moment waits for it, so it goes to the
 * driver without mongoose.
 */
async function loadViewers(ids: readonly string[]): Promise<Map<string, Viewer>> {
  const objectIds = ids.map((id) => new Types.ObjectId(id))
  const rows = await UserModel.collection
    .aggregate<ViewerRow | HidingRow>([
      { $match: { _id: { $in: objectIds } } },
      { $project: FIELDS },
      ...unionsOfHidingRows(objectIds),
    ])
    .toArray()
  const users = rows.filter((row): row is ViewerRow => '_id' in row)
  const hidden = await hiddenPeopleOf(
    ids,
    rows.filter((row): row is HidingRow => !('_id' in row)),
  )
  return new Map(
    users.map((user) => {
      const id = user._id.toHexString()
      return [id, viewerOf(user, hidden.get(id)!)]
    }),
  )
}

const viewerOf = (user: ViewerRow, hidden: Pick<Viewer, 'blocked' | 'blockedBy' | 'muted'>): Viewer => ({
  id: user._id.toHexString(),
  handle: user.handle,
  displayName: user.displayName,
  avatarUrl: user.avatarUrl,
  isAdmin: user.isAdmin,
  isModerator: user.isModerator ?? false,
  isCounted: Boolean(user.consents?.analytics),
  sessionEpoch: user.sessionEpoch,
  quiet: user.quiet ?? [],
  pushes: user.pushes ?? false,
  requestNotices: user.requestNotices ?? false,
  suspendedUntil: user.suspendedUntil?.getTime() ?? null,
  banned: user.bannedAt != null,
  mustConfirm: mustConfirm(user),
  messagesFrom: messageSendersOf(user),
  hidesReads: user.hidesReads ?? false,
  hidesTyping: user.hidesTyping ?? false,
  ...hidden,
})

const loadViewerTogether = batchReads<Viewer>({ load: loadViewers, max: 200 })

/** The viewer with this id from the store, for a process that hears of no change; null for a deleted account. */
export const viewerNow = async (id: string): Promise<Viewer | null> => (await loadViewerTogether(id)) ?? null

// Limited by the people that each viewer hides, so that people with many blocks do not fill the memory (LIVE
// L17).
const viewers = createReadCache<Viewer | null>({
  name: 'viewers',
  load: viewerNow,
  max: 10_000,
  maxSize: 500_000,
  sizeOf: (viewer) => 1 + (viewer ? viewer.blocked.size + viewer.muted.size : 0),
  freshMs: FRESH_MS,
})

/** Clears the cache when a viewer changes, in whatever process, before the answer of the cause is sent. */
export function invalidateViewers(): () => void {
  const stops = [
    bus.onCluster('viewer:updated', ({ user }) => forgetViewer(user.id)),
    bus.onCluster('relation:changed', ({ userId, otherId }) => [userId, otherId].forEach(forgetViewer)),
    bus.onCluster('session:ended', ({ userId }) => forgetViewer(userId)),
  ]
  return () => stops.forEach((stop) => stop())
}

/** The viewer's consents, who may write to them, and which signs they give. */
export async function consentsOf(viewer: Viewer): Promise<PrivacySettingsView> {
  const user = await UserModel.findById(viewer.id).lean<UserRecord>()
  if (!user) throw unauthorised()
  return presentPrivacy(user)
}

/** Whether the person may be under 18, from the store. */
export async function mayBeMinorNow(userId: string): Promise<boolean> {
  const user = await UserModel.findById(userId, { agreed: 1 }).lean<Pick<UserRecord, 'agreed'>>()
  return mayBeMinor(user?.agreed)
}

type ReceiptsHandler = (tx: Transaction, userId: string) => Promise<void>
const receiptsHandlers = handlers<ReceiptsHandler>()

/** Registers what happens in the transaction in which a person switches read receipts on or off. */
export const onReceiptsChanged = receiptsHandlers.add

/** Whether a person hides how far they have read, from the store; null for a deleted account. */
export async function hidesReadsNow(userId: string): Promise<boolean | null> {
  const user = await UserModel.findById(userId, { hidesReads: 1 }).lean<Pick<UserRecord, 'hidesReads'>>()
  return user && (user.hidesReads ?? false)
}

/**
 * Gives or withdraws consents, with the date of each, and sets who may write to the viewer and which signs they
 * give. Unchanged consents
 * keep their date. Throws 403 for what a person under 18 may not choose.
 */
export async function changePrivacy(
  viewer: Viewer,
  input: PrivacySettingsInput,
): Promise<PrivacySettingsView> {
  return transact(async (tx) => {
    const current = await UserModel.findById(viewer.id).session(tx.session).lean<UserRecord>()
    if (!current) throw unauthorised()
    const { messagesFrom } = input
    if (messagesFrom) assertMayChoose(current, messagesFrom)
    const changes: Record<string, unknown> = Object.fromEntries(
      CONSENTS.filter((consent) => isChanged(current, input, consent)).map((consent) => [
        `consents.${consent}`,
        input[`${consent}Consent`] ? clock.date() : null,
      ]),
    )
    if (messagesFrom && messagesFrom !== current.messagesFrom) changes['messagesFrom'] = messagesFrom
    for (const [field, hidden] of hiddenSigns(input))
      if (hidden !== (current[field] ?? false)) changes[field] = hidden
    if (Object.keys(changes).length === 0) return presentPrivacy(current)
    const user = await changeAccount(tx, { _id: viewer.id }, { $set: changes })
    if (!user) throw unauthorised()
    const settings = presentPrivacy(user)
    if ('hidesReads' in changes) for (const handle of receiptsHandlers) await handle(tx, viewer.id)
    tx.emit('privacy:updated', { userId: viewer.id, settings })
    return settings
  })
}

const hiddenSigns = ({ readReceipts, typingSigns }: PrivacySettingsInput) =>
  [
    ...(readReceipts === undefined ? [] : [['hidesReads', !readReceipts] as const]),
    ...(typingSigns === undefined ? [] : [['hidesTyping', !typingSigns] as const]),
  ] as const

function isChanged({ consents }: UserRecord, input: PrivacySettingsInput, consent: Consent): boolean {
  const wanted = input[`${consent}Consent`]
  return wanted !== undefined && wanted !== Boolean(consents?.[consent])
}

/** Switches one kind of notification on or off for the viewer; older ones stay. Or sets how they are read. */
export async function preferNotification(
  viewer: Viewer,
  input: NotificationPreferenceInput,
): Promise<CurrentUserView> {
  return transact(async (tx) => {
    const user = await changeAccount(tx, { _id: viewer.id }, preferenceChange(input))
    if (!user) throw unauthorised()
    return presentCurrentUser(user)
  })
}

/** Keeps whether a person has a device that wants pushes, in the transaction that adds or removes one. */
export async function storeWhetherPushes(tx: Transaction, userId: string, pushes: boolean): Promise<void> {
  await changeAccount(tx, { _id: userId }, pushes ? { $set: { pushes } } : { $unset: { pushes: 1 } })
}

function preferenceChange(input: NotificationPreferenceInput): UpdateQuery<UserRecord> {
  if (!('type' in input)) return { $set: input }
  return input.on ? { $pull: { quiet: input.type } } : { $addToSet: { quiet: input.type } }
}
