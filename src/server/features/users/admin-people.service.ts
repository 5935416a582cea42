import { mongo, trusted } from 'mongoose'
import type { AdminPeopleQuery, AdminPersonItem, AdminPersonView } from '#contract/admin.ts'
import { SENTENCES } from '#contract/errors.ts'
import { PAGE } from '#contract/limits.ts'
import { badRequest, notFound } from '#server/platform/errors.ts'
import { fold } from '#server/platform/fold.ts'
import { PEOPLE_BY_KEY, UserModel, type UserRecord } from './users.model.ts'
import { presentPerson } from './users.present.ts'

/** A page of everybody, newest first; with `q` of those whose handle, name or e-mail address begins with it. */
export function adminPeople({ q = '', cursor }: AdminPeopleQuery): Promise<AdminPersonItem[]> {
  if (q.trim() === '') return newestPeople(cursor)
  return matchingPeople(q, cursor === undefined ? START : placeOf(cursor))
}

/** One person as admins see them. Throws 404. */
export async function adminPerson(id: string): Promise<AdminPersonView> {
  const user = await UserModel.findById(id).lean<UserRecord>()
  if (!user) throw notFound(SENTENCES.userNotFound)
  return presentPerson(user)
}

async function newestPeople(cursor: string | undefined): Promise<AdminPersonItem[]> {
  if (cursor !== undefined && !/^[0-9a-f]{24}$/.test(cursor)) throw badRequest(SENTENCES.badCursor)
  const users = await UserModel.find(cursor ? { _id: trusted({ $lt: cursor }) } : {})
    .hint({ _id: 1 })
    .sort({ _id: -1 })
    .limit(PAGE.admin)
    .lean<UserRecord[]>()
  return users.map((user) => ({ ...presentPerson(user), cursor: user._id.toHexString() }))
}

/** Where a search goes on: after the person who was found by this name, or, when names are through, by their address, which no cursor carries into a log. */
interface Place {
  by: 'name' | 'email'
  key: string
  id: string
}
const START: Place = { by: 'name', key: '', id: '0'.repeat(24) }

const cursorOf = ({ by, key, id }: Place): string => Buffer.from(JSON.stringify([by, key, id])).toString('base64url')

function placeOf(cursor: string): Place {
  try {
    const [by, key, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    if ((by === 'name' || by === 'email') && typeof key === 'string' && typeof id === 'string' && /^[0-9a-f]{24}$/.test(id)) return { by, key, id }
  } catch {
    // Not one of ours: refused below.
  }
  throw badRequest(SENTENCES.badCursor)
}

async function matchingPeople(q: string, place: Place): Promise<AdminPersonItem[]> {
  const name = fold(q).replace(/^@/, '')
  const named = place.by === 'name' && name !== '' ? await byName(name, place) : []
  if (named.length >= PAGE.admin) return named
  const after = place.by === 'email' ? await emailOf(place.id) : ''
  return [...named, ...(await byEmail(q.trim().toLowerCase(), after, name, PAGE.admin - named.length))]
}

// Greater than every text that starts with the same words.
const END = '\u{10ffff}'

type Keyed = UserRecord & { searchKeys: string[] }

/** One range of the index, from the place on. Whoever matches by an earlier key too has been on an earlier page. */
async function byName(wanted: string, { key, id }: Place): Promise<AdminPersonItem[]> {
  if (key !== '' && !key.startsWith(wanted)) throw badRequest(SENTENCES.badCursor)
  const range = { hint: PEOPLE_BY_KEY, min: { searchKeys: key || wanted, _id: new mongo.ObjectId(id) }, max: { searchKeys: wanted + END, _id: new mongo.MinKey() } }
  const found = UserModel.collection.find({}, { ...range, projection: { passwordHash: 0 }, batchSize: PAGE.admin + 1 })
  const page: AdminPersonItem[] = []
  for await (const user of found as unknown as AsyncIterable<Keyed>) {
    const matches = user.searchKeys.filter((held) => held.startsWith(wanted)).sort((one, other) => (isBefore(one, other) ? -1 : 1))
    const own = { key: matches[0] ?? wanted, id: user._id.toHexString() }
    if (key !== '' && !comesAfter(own, { key, id })) continue
    page.push({ ...presentPerson(user), cursor: cursorOf({ by: 'name', ...own }) })
    if (page.length === PAGE.admin) break
  }
  return page
}

// The store orders texts by their bytes.
const isBefore = (one: string, other: string): boolean => Buffer.compare(Buffer.from(one), Buffer.from(other)) < 0
const comesAfter = (one: { key: string; id: string }, other: { key: string; id: string }): boolean => isBefore(other.key, one.key) || (one.key === other.key && one.id > other.id)

/** Of somebody who is gone: nothing, and the addresses begin anew. */
const emailOf = async (id: string): Promise<string> => (await UserModel.findById(id, { email: 1 }).lean<Pick<UserRecord, 'email'>>())?.email ?? ''

async function byEmail(wanted: string, after: string, name: string, limit: number): Promise<AdminPersonItem[]> {
  const range = { email: trusted({ ...(isBefore(after, wanted) ? { $gte: wanted } : { $gt: after }), $lt: wanted + END }) }
  const found = UserModel.find(range).select('+searchKeys').hint({ email: 1 }).sort({ email: 1 }).lean<Keyed[]>().cursor({ batchSize: limit + 1 })
  const page: AdminPersonItem[] = []
  for await (const user of found as AsyncIterable<Keyed>) {
    // By their name they have been found already.
    if (name !== '' && user.searchKeys.some((key) => key.startsWith(name))) continue
    page.push({ ...presentPerson(user), cursor: cursorOf({ by: 'email', key: '', id: user._id.toHexString() }) })
    if (page.length === limit) break
  }
  return page
}
