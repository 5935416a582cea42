import { trusted } from 'mongoose'
import type { AdminPeopleQuery, AdminPersonItem, AdminPersonView } from '#contract/admin.ts'
import { MESSAGES } from '#contract/errors.ts'
import { PAGE } from '#contract/limits.ts'
import { packPlace, unpackPlace } from '#server/platform/cursor-pages.ts'
import { badRequest, notFound, conflict, forbidden } from '#server/platform/errors.ts'
import { fold } from '#contract/fold.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import type { ActorView } from '#contract/people.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { MODERATION_MESSAGES } from '#contract/moderation.constants.ts'
import { END, isBefore, peopleByName, type Keyed, type NamePlace } from './people-search.service.ts'
import { UserModel, type UserRecord } from './users.model.ts'
import { presentPerson, presentActor, presentCurrentUser } from './users.present.ts'
import { emitProfile } from './people.service.ts'

/** A person of a page, and where the next page continues after them. */
interface Row {
  user: UserRecord
  cursor: string
}

/**
 * A page of all people, newest first; with `q` those whose handle, name or e-mail address starts with it.
 * Skeleton and present: the rows are whole, and blocks do not apply to admins. `lastSeenAt` is the last log-in.
 */
export async function adminPeople({ q = '', cursor }: AdminPeopleQuery): Promise<AdminPersonItem[]> {
  const rows =
    q.trim() === ''
      ? await newestPeople(cursor)
      : await matchingPeople(q, cursor === undefined ? null : placeOf(cursor))
  return rows.map(({ user, cursor: after }) => ({
    ...presentPerson(user),
    lastSeenAt: user.lastLoginAt?.toISOString() ?? null,
    cursor: after,
  }))
}

/** A person as admins see them. Throws 404. */
export async function adminPerson(id: string): Promise<AdminPersonView> {
  const user = await UserModel.findById(id).lean<UserRecord>()
  if (!user) throw notFound(MESSAGES.userNotFound)
  return presentPerson(user)
}

async function newestPeople(cursor: string | undefined): Promise<Row[]> {
  if (cursor !== undefined && !/^[0-9a-f]{24}$/.test(cursor)) throw badRequest(MESSAGES.badCursor)
  const users = await UserModel.find(cursor ? { _id: trusted({ $lt: cursor }) } : {})
    .hint({ _id: 1 })
    .sort({ _id: -1 })
    .limit(PAGE.rows)
    .lean<UserRecord[]>()
  return users.map((user) => ({ user, cursor: user._id.toHexString() }))
}

/**
 * Where a search continues: after a person found by name or, after all names, by address. The cursor holds no
 * address, because cursors are logged.
 */
interface Place extends NamePlace {
  by: 'name' | 'email'
}

const cursorOf = ({ by, key, id }: Place): string => packPlace([by, key, id])

function placeOf(cursor: string): Place {
  const [by, key, id] = unpackPlace(cursor, 3) as [string, string, string]
  if (by !== 'name' && by !== 'email') throw badRequest(MESSAGES.badCursor)
  return { by, key, id }
}

async function matchingPeople(q: string, place: Place | null): Promise<Row[]> {
  const name = fold(q).replace(/^@/, '')
  const named = place?.by !== 'email' && name !== '' ? await byName(name, place) : []
  if (named.length >= PAGE.rows) return named
  const after = place?.by === 'email' ? await emailOf(place.id) : ''
  return [...named, ...(await byEmail(q.trim().toLowerCase(), after, name, PAGE.rows - named.length))]
}

async function byName(wanted: string, after: NamePlace | null): Promise<Row[]> {
  const page: Row[] = []
  for await (const { user, place } of peopleByName(wanted, after, { passwordHash: 0 }, PAGE.rows)) {
    page.push({ user, cursor: cursorOf({ by: 'name', ...place }) })
    if (page.length === PAGE.rows) break
  }
  return page
}

/** A deleted person's address is '', so that the addresses start again. */
const emailOf = async (id: string): Promise<string> =>
  (await UserModel.findById(id, { email: 1 }).lean<Pick<UserRecord, 'email'>>())?.email ?? ''

async function byEmail(wanted: string, after: string, name: string, limit: number): Promise<Row[]> {
  const range = {
    email: trusted({ ...(isBefore(after, wanted) ? { $gte: wanted } : { $gt: after }), $lt: wanted + END }),
  }
  const found = rowsOf(
    UserModel.find(range).select('+searchKeys').hint({ email: 1 }).sort({ email: 1 }).lean<Keyed[]>(),
    limit + 1,
  )
  const page: Row[] = []
  for await (const user of found) {
    // Already found by name.
    if (name !== '' && user.searchKeys.some((key) => key.startsWith(name))) continue
    page.push({ user, cursor: cursorOf({ by: 'email', key: '', id: user._id.toHexString() }) })
    if (page.length === limit) break
  }
  return page
}

export async function listAdmins(): Promise<ActorView[]> {
  const admins = await UserModel.find({ isAdmin: true })
    .hint({ isAdmin: 1, handle: 1 })
    .sort({ handle: 1 })
    .lean<UserRecord[]>()
  return admins.map(presentActor)
}

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
    const user = await UserModel.findOneAndUpdate(
      { _id: userId, isAdmin: !isAdmin },
      { $set: { isAdmin, updatedAt: new Date() }, $unset: { isModerator: 1 }, $inc: { rev: 1 } },
      { session: tx.session, returnDocument: 'after' },
    ).lean<UserRecord>()
    if (!user) return assertKnown(tx, userId)
    if (others === 0) throw conflict(MESSAGES.lastAdmin)
    await alongside?.(tx)
    tx.emit('viewer:updated', { user: presentCurrentUser(user) })
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
    const user = await UserModel.findOneAndUpdate(
      { _id: userId, isAdmin: false, isModerator: isModerator ? trusted({ $ne: true }) : true },
      {
        $set: { updatedAt: new Date(), ...(isModerator && { isModerator }) },
        ...(!isModerator && { $unset: { isModerator: 1 } }),
        $inc: { rev: 1 },
      },
      { session: tx.session, returnDocument: 'after' },
    ).lean<UserRecord>()
    if (!user) {
      if (await UserModel.exists({ _id: userId, isAdmin: true }).session(tx.session))
        throw conflict(MODERATION_MESSAGES.adminModerates)
      return assertKnown(tx, userId)
    }
    await alongside?.(tx)
    tx.emit('viewer:updated', { user: presentCurrentUser(user) })
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
  await change(tx, userId, { $set: { bannedAt: new Date() }, $inc: { sessionEpoch: 1 } })
  tx.emit('session:ended', { userId, sessionId: null, reason: 'banned' })
}

/** Ends a suspension or a ban. Throws 404. */
export const lift = (tx: Transaction, userId: string, what: 'suspendedUntil' | 'bannedAt'): Promise<void> =>
  change(tx, userId, { $set: { [what]: null } })

async function change(
  tx: Transaction,
  userId: string,
  { $set, $inc }: { $set: object; $inc?: object },
): Promise<void> {
  const update = { $set: { ...$set, updatedAt: new Date() }, $inc: { ...$inc, rev: 1 } }
  const user = await UserModel.findOneAndUpdate(
    { _id: userId, isAdmin: false, isModerator: trusted({ $ne: true }) },
    update,
    { session: tx.session, returnDocument: 'after' },
  ).lean<UserRecord>()
  if (!user) {
    const immune = await UserModel.findById(userId, { isAdmin: 1 }).session(tx.session).lean<UserRecord>()
    if (!immune) throw notFound(MESSAGES.userNotFound)
    throw forbidden(MODERATION_MESSAGES[immune.isAdmin ? 'adminImmune' : 'moderatorImmune'])
  }
  // Makes every process reload the viewer.
  tx.emit('viewer:updated', { user: presentCurrentUser(user) })
  emitProfile(tx, user)
}
