import { ObjectId, type Db } from 'mongodb'
import type {
  PageMinuteDocument,
  CounterDocument,
  CounterKind,
} from '#server/features/analytics/analytics.model.ts'
import { DAY, HOUR, MINUTE } from '#server/platform/durations.ts'
import { beginOf, counterId } from '#server/features/analytics/counters.ts'
import type { UserDocument } from '#server/features/people/users/users.model.ts'
import { seeded } from '#tests/support/seeded.ts'
import { signIn } from './sessions.ts'
import { PEOPLE, personId } from './world.ts'

/** A tenth as many people as posts, and as many page views: 100 k and a million beside a million posts. */
export const adminSizes = ({ posts }: { posts: number }) => ({
  people: Math.max(PEOPLE, Math.round(posts / 10)),
  views: posts,
})

const DAYS = 30
const PAGES = 2_000
const BATCH = 5_000

/** Creates the data that only the admin pages need, and returns the cookie of an admin. */
export async function prepareAdmin(db: Db, options: { posts: number; seed: number }): Promise<string> {
  const { people, views } = adminSizes(options)
  if ((await db.collection('users').countDocuments({ _id: new ObjectId(personId(1_000_000)) })) === 0) {
    await insert(db, 'users', crowdOf(people - PEOPLE))
    await plantViews(db, views, options.seed)
  }
  await db.collection('users').updateOne({ _id: new ObjectId(personId(1)) }, { $set: { isAdmin: true } })
  return (await signIn(db, [personId(1)]))[0]!
}

function* crowdOf(many: number): Generator<UserDocument> {
  const now = Date.now()
  for (let at = 0; at <= many; at += 1) {
    const name = `crowd_${at.toString(36)}`
    const createdAt = new Date(now - (at % 300) * DAY)
    yield {
      _id: new ObjectId(personId(1_000_000 + at)),
      handle: name,
      email: `${name}@people.example`,
      displayName: `Crowd ${at}`,
      bio: '',
      avatarUrl: null,
      bannerUrl: null,
      isAdmin: false,
      emailVerified: false,
      passwordHash: 'nobody logs in with this',
      sessionEpoch: 0,
      followerCount: 0,
      followingCount: 0,
      postCount: at % 7,
      searchKeys: [name, `crowd ${at}`],
      createdAt,
      updatedAt: createdAt,
      rev: 1,
    }
  }
}

/** Page views of a month, as sums: the product stores no others. */
async function plantViews(db: Db, many: number, seed: number): Promise<void> {
  const dice = seeded(seed)
  const minutes = new Map<string, PageMinuteDocument>()
  const counters = new Map<string, CounterDocument>()
  const add = (kind: CounterKind, at: number, name: string) => {
    const _id = counterId(kind, at, name)
    counters.set(_id, { _id, kind, at: new Date(at), name, count: (counters.get(_id)?.count ?? 0) + 1 })
  }
  const now = Date.now()
  for (let view = 0; view < many; view += 1) {
    // One view in fifty is from the last half hour, which the panel groups by page.
    const moment = now - (view % 50 === 0 ? dice(30 * MINUTE) : dice(DAYS * DAY))
    const [minute, day, page] = [
      beginOf(MINUTE, moment),
      beginOf(DAY, moment),
      `/u/person_${Math.floor(dice(PAGES) ** 2 / PAGES)}`,
    ]
    const _id = `${minute}|${page}`
    minutes.set(_id, { _id, minute: new Date(minute), page, views: (minutes.get(_id)?.views ?? 0) + 1 })
    add('minute', minute, '')
    add('hour', beginOf(HOUR, moment), '')
    add('page', day, page)
    if (view % 5 === 0) add('source', day, `site${dice(100)}.example`)
  }
  await insert(db, 'pageMinutes', minutes.values())
  await insert(db, 'tallies', counters.values())
}

async function insert(db: Db, name: string, documents: Iterable<object>): Promise<void> {
  const collection = db.collection(name)
  let batch: object[] = []
  const flush = async () => {
    if (batch.length > 0) await collection.insertMany(batch, { ordered: false, writeConcern: { w: 1 } })
    batch = []
  }
  for (const document of documents) {
    batch.push(document)
    if (batch.length === BATCH) await flush()
  }
  await flush()
}
