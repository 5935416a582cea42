import { trusted } from 'mongoose'
import type { AdminPeopleQuery, AdminPersonItem, AdminPersonView } from '#contract/admin.ts'
import { MESSAGES } from '#contract/errors.ts'
import { PAGE } from '#contract/limits.ts'
import { badRequest, notFound, conflict, forbidden } from '#server/platform/errors.ts'
import { fold } from '#contract/fold.ts'
import type { ActorView } from '#contract/people.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { MODERATION_MESSAGES } from '#contract/moderation.constants.ts'
import { clock } from '#server/platform/clock.ts'
import { PEOPLE_BY_ANY_PART, UserModel, type UserRecord } from './users.model.ts'
import { changeAccount } from './change-account.ts'
import { presentPerson, presentActor } from './users.present.ts'
import { emitProfile } from './people.service.ts'

/**
 * A page of all people, newest first; with `q` those whose handle, name or e-mail address has it anywhere.
 * Skeleton and present: the rows are whole, and blocks do not apply to admins.
 */
export async function adminPeople({ q = '', cursor }: AdminPeopleQuery): Promise<AdminPersonItem[]> {
  if (cursor !== undefined && !/^[0-9a-f]{24}$/.test(cursor)) throw badRequest(MESSAGES.badCursor)
  const wanted = fold(q).replace(/^@/, '')
  // Without a condition on its first field the store would not compare the other keys of the index.
  const before = { _id: trusted({ $lt: cursor ?? LAST_ID }) }
  const users = wanted === '' ? await newest(before, { _id: 1 }) : await withPart(wanted, before)
  return users.map((user) => ({
    ...presentPerson(user),
    lastSeenAt: user.lastSeenAt?.toISOString() ?? null,
    cursor: user._id.toHexString(),
  }))
}

const LAST_ID = 'f'.repeat(24)

const newest = (filter: object, hint: Record<string, 1>): Promise<UserRecord[]> =>
  UserModel.find(filter).hint(hint).sort({ _id: -1 }).limit(PAGE.rows).lean<UserRecord[]>()

// A read for each field: the store compares the keys of the index only where it has one condition, and would
// fetch every account for an $or.
async function withPart(wanted: string, before: object): Promise<UserRecord[]> {
  const found = await Promise.all(
    anywhere(wanted).map((part) => newest({ ...before, ...part }, PEOPLE_BY_ANY_PART)),
  )
  const people = new Map(found.flat().map((user) => [user._id.toHexString(), user]))
  return [...people.values()]
    .toSorted((one, other) => (one._id.toHexString() < other._id.toHexString() ? 1 : -1))
    .slice(0, PAGE.rows)
}

/** Handles and addresses are stored in lower case; names as they were written, with accents. */
const anywhere = (wanted: string) => [
  { handle: trusted({ $regex: literal(wanted) }) },
  { email: trusted({ $regex: literal(wanted) }) },
  { displayName: trusted({ $regex: Array.from(wanted, withAccents).join(''), $options: 'i' }) },
]

const literal = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '\\$&')

/** The letters of the Latin alphabets that are something else without their accents. */
const ACCENTED = Array.from({ length: 0x250 - 0xc0 }, (_, at) => String.fromCodePoint(0xc0 + at))

/** Matches the character with and without accents, and any number of spaces for one. */
function withAccents(character: string): string {
  if (character === ' ') return String.raw`\s+`
  return `[${literal(character)}${ACCENTED.filter((letter) => fold(letter) === character).join('')}]\\p{M}*`
}

/** A person as admins see them. Throws 404. */
export async function adminPerson(id: string): Promise<AdminPersonView> {
  const user = await UserModel.findById(id).lean<UserRecord>()
  if (!user) throw notFound(MESSAGES.userNotFound)
  return presentPerson(user)
}

export async function listAdmins(): Promise<ActorView[]> {
  const admins = await UserModel.find({ isAdmin: true })
    .hint({ isAdmin: 1, handle: 1 })
    .sort({ handle: 1 })
    .lean<UserRecord[]>()
  return admins.map(presentActor)
}

/** Whether there is no other admin, who could decide in this one's place. */
export const isOnlyAdmin = async ({ isAdmin }: { isAdmin: boolean }): Promise<boolean> =>
  isAdmin && (await listAdmins()).length === 1

/**
 * Makes a person an admin, or ends it; false when nothing changes. Throws 404 for an unknown person and 409
 * for the last admin, also when the last two are changed at the same moment. `alongside` runs in the same
 * transaction.
 */
export async function setAdmin(
  userId: string,
  isAdmin: boolean,
  alongside?: (tx: Transaction) => Promise<void>,
): Promise<boolean> {
  return transact(async (tx) => {
    const others = isAdmin ? null : await lockOtherAdmins(tx, userId)
    const user = await changeAccount(
      tx,
      { _id: userId, isAdmin: !isAdmin },
      { $set: { isAdmin }, $unset: { isModerator: 1 } },
    )
    if (!user) return assertKnown(tx, userId)
    if (others === 0) throw conflict(MESSAGES.lastAdmin)
    await alongside?.(tx)
    emitProfile(tx, user)
    return true
  })
}

/**
 * Makes a person a moderator, or ends it; false when nothing changes. Throws 404, and 409 for an admin.
 * `alongside` runs in the same transaction.
 */
export async function setModerator(
  userId: string,
  isModerator: boolean,
  alongside?: (tx: Transaction) => Promise<void>,
): Promise<boolean> {
  return transact(async (tx) => {
    const user = await changeAccount(
      tx,
      { _id: userId, isAdmin: false, isModerator: isModerator ? trusted({ $ne: true }) : true },
      isModerator ? { $set: { isModerator } } : { $unset: { isModerator: 1 } },
    )
    if (!user) {
      if (await UserModel.exists({ _id: userId, isAdmin: true }).session(tx.session))
        throw conflict(MODERATION_MESSAGES.adminModerates)
      return assertKnown(tx, userId)
    }
    await alongside?.(tx)
    emitProfile(tx, user)
    return true
  })
}

/**
 * The number of other admins. It also writes to them, so that two admins who revoke each other conflict, and
 * the second one sees the change of the first.
 */
export async function lockOtherAdmins(tx: Transaction, userId: string): Promise<number> {
  const others = { isAdmin: true, _id: trusted({ $ne: userId }) }
  const { matchedCount } = await UserModel.updateMany(others, { $inc: { rev: 1 } }, { session: tx.session })
  return matchedCount
}

async function assertKnown(tx: Transaction, userId: string): Promise<false> {
  if (!(await UserModel.exists({ _id: userId }).session(tx.session))) throw notFound(MESSAGES.userNotFound)
  return false
}

/**
 * Throws 403 when this person is no longer an admin: two who demote each other at the same moment both passed
 * the guard.
 */
export async function assertStillAdmin(tx: Transaction, userId: string): Promise<void> {
  if (!(await UserModel.exists({ _id: userId, isAdmin: true }).session(tx.session))) throw forbidden()
}

/** The same for the role of a moderator, which an admin has too. */
export async function assertStillStaff(tx: Transaction, userId: string): Promise<void> {
  const staff = { _id: userId, $or: [{ isAdmin: true }, { isModerator: true }] }
  if (!(await UserModel.exists(staff).session(tx.session))) throw forbidden()
}

/** Makes a person read-only until then. Throws 404, and 403 for an admin or moderator. */
export const suspend = (tx: Transaction, userId: string, until: Date): Promise<void> =>
  change(tx, userId, { $set: { suspendedUntil: until } })

/** Ends all sessions of a person and refuses new ones. Throws 404, and 403 for an admin or moderator. */
export async function ban(tx: Transaction, userId: string): Promise<void> {
  await change(tx, userId, { $set: { bannedAt: clock.date() }, $inc: { sessionEpoch: 1 } })
  tx.emit('session:ended', { userId, sessionId: null, reason: 'banned' })
}

/** Ends a suspension or a ban. Throws 404. */
export const lift = (tx: Transaction, userId: string, what: 'suspendedUntil' | 'bannedAt'): Promise<void> =>
  change(tx, userId, { $set: { [what]: null } })

async function change(
  tx: Transaction,
  userId: string,
  what: { $set: object; $inc?: { sessionEpoch: number } },
): Promise<void> {
  const user = await changeAccount(
    tx,
    { _id: userId, isAdmin: false, isModerator: trusted({ $ne: true }) },
    what,
  )
  if (!user) {
    const immune = await UserModel.findById(userId, { isAdmin: 1 })
      .session(tx.session)
      .lean<Pick<UserRecord, 'isAdmin'>>()
    if (!immune) throw notFound(MESSAGES.userNotFound)
    throw forbidden(MODERATION_MESSAGES[immune.isAdmin ? 'adminImmune' : 'moderatorImmune'])
  }
  emitProfile(tx, user)
}
