import { ObjectId, type Db } from 'mongodb'
import type { PublicPostView } from '#contract/posts.ts'
import { hashtagsIn } from '#contract/rich-text.ts'
import { REACTIONS } from '#contract/posts.constants.ts'
import { wordsIn } from '#server/platform/words.ts'
import type { PostDocument } from '#server/features/posts/posts.model.ts'
import { presentPublicPost } from '#server/features/posts/posts.present.ts'
import type { UserDocument } from '#server/features/people/users/users.model.ts'
import { seeded, type Dice } from '#tests/support/seeded.ts'

/** The size of the data. The first people are popular; the last third has not posted for half a year. */
export const PEOPLE = 12_000
const DORMANT_FROM = 8_000
const VOCABULARY = 5_000
const DAY = 24 * 3600_000
const BATCH = 5_000
/** Posts of the bare server, and posts with reactions: the newest ones. */
const NEWEST = 10_000

/** Readers of the following feed, by how many people they follow. */
export const READERS = {
  '50': 50,
  '150': 150,
  '200': 200,
  '201': 201,
  '500': 500,
  '5000': 5_000,
  dormant: 500,
} as const
export type ReaderName = keyof typeof READERS

/** Words that one post in five thousand contains. */
export const RARE_WORDS = 200
export const rareWord = (at: number): string => `once${at.toString(36)}`

/** Two words, each in one post in twenty, and never in the same one. */
export const APART = ['dexter', 'sinister'] as const

/** Ids follow from the position, so that existing data can be recognised without reading it. */
export const personId = (at: number): string => (0xa00000000000 + at).toString(16).padStart(24, '0')
const postId = (at: number): ObjectId => new ObjectId((0xb00000000000 + at).toString(16).padStart(24, '0'))
export const readerId = (name: ReaderName): string => personId(PEOPLE + Object.keys(READERS).indexOf(name))

interface Marker {
  _id: 'world'
  posts: number
  seed: number
  version: number
}
const VERSION = 4

/**
 * Fills the database, unless it was filled with exactly this data and need not be `fresh`: power-law follows with a
 * celebrity, dormant authors, Zipf words.
 */
export async function buildWorld(
  db: Db,
  { posts, seed, fresh }: { posts: number; seed: number; fresh: boolean },
): Promise<void> {
  const marker = await db.collection<Marker>('bench_world').findOne({ _id: 'world' })
  if (!fresh && marker?.posts === posts && marker.seed === seed && marker.version === VERSION) return
  await db.dropDatabase()
  const dice = seeded(seed)
  console.log(`seeding ${posts} posts by ${PEOPLE} people (seed ${seed})`)
  const now = Date.now()
  await insert(db, 'users', peopleOf(now))
  await insert(db, 'follows', followsOf(dice, now))
  await insert(db, 'posts', postsOf(dice, posts, now))
  await db.collection<Marker>('bench_world').insertOne({ _id: 'world', posts, seed, version: VERSION })
}

async function insert(db: Db, name: string, documents: Iterable<object>): Promise<void> {
  const began = Date.now()
  let batch: object[] = []
  let done = 0
  const flush = async () => {
    if (batch.length === 0) return
    await db.collection(name).insertMany(batch, { ordered: false, writeConcern: { w: 1 } })
    done += batch.length
    if (done % 100_000 === 0)
      console.log(`  ${name}: ${done} in ${Math.round((Date.now() - began) / 1000)} s`)
    batch = []
  }
  for (const document of documents) {
    batch.push(document)
    if (batch.length === BATCH) await flush()
  }
  await flush()
}

function* peopleOf(now: number): Generator<UserDocument> {
  const all = PEOPLE + Object.keys(READERS).length
  for (let at = 0; at < all; at += 1) {
    const createdAt = new Date(now - 400 * DAY)
    yield {
      _id: new ObjectId(personId(at)),
      handle: `person_${at}`,
      email: `person_${at}@people.example`,
      displayName: `Person ${at}`,
      bio: '',
      avatarUrl: null,
      bannerUrl: null,
      isAdmin: false,
      emailVerified: true,
      passwordHash: 'nobody logs in with this',
      sessionEpoch: 0,
      // Everybody follows the celebrity; the rest follows a power law.
      followerCount: at === 0 ? PEOPLE : Math.round(2_000 / (at + 1)),
      followingCount: READERS[Object.keys(READERS)[at - PEOPLE] as ReaderName] ?? 20,
      postCount: 1,
      searchKeys: [`person_${at}`],
      createdAt,
      updatedAt: createdAt,
      rev: 1,
    }
  }
}

/**
 * Low numbers often, high ones rarely: the inverse of a Zipf distribution of exponent one, in closed form.
 */
export const zipf = (dice: Dice, most: number): number =>
  Math.min(most - 1, Math.floor(Math.exp((dice(1_000_000) / 1_000_000) * Math.log(most + 1))) - 1)

function* followsOf(dice: Dice, now: number): Generator<object> {
  const follow = (follower: number, followee: number) => ({
    followerId: new ObjectId(personId(follower)),
    followeeId: new ObjectId(personId(followee)),
    createdAt: new Date(now - 100 * DAY),
  })
  for (let at = 1; at < PEOPLE; at += 1) {
    const chosen = new Set([0])
    while (chosen.size < 20) chosen.add(zipf(dice, PEOPLE))
    chosen.delete(at)
    for (const followee of chosen) yield follow(at, followee)
  }
  for (const [place, [name, many]] of Object.entries(READERS).entries()) {
    const first = name === 'dormant' ? DORMANT_FROM : 1
    for (let at = 0; at < many; at += 1) yield follow(PEOPLE + place, first + at)
  }
}

function* postsOf(dice: Dice, many: number, now: number): Generator<PostDocument> {
  for (let at = 0; at < many; at += 1) {
    // Every third post is old and by a dormant author.
    const dormant = at % 3 === 0
    const author = dormant ? DORMANT_FROM + dice(PEOPLE - DORMANT_FROM) : zipf(dice, DORMANT_FROM)
    const age = dormant ? 180 * DAY + (many - at) * 1000 : ((many - at) / many) * 30 * DAY
    yield postOf(dice, at, author, new Date(Math.round(now - age)), many)
  }
}

function postOf(dice: Dice, at: number, author: number, createdAt: Date, many: number): PostDocument {
  const text = textOf(dice, at)
  const reactions =
    many - at <= NEWEST
      ? Array.from({ length: zipf(dice, 20) }, (_, one) => ({
          emoji: REACTIONS[dice(5)]!.emoji,
          userId: new ObjectId(personId(one + 1)),
        }))
      : []
  const reactionCounts: PostDocument['reactionCounts'] = {}
  for (const { emoji } of reactions) reactionCounts[emoji] = (reactionCounts[emoji] ?? 0) + 1
  return {
    _id: postId(at),
    authorId: new ObjectId(personId(author)),
    author: { displayName: `Person ${author}`, handle: `person_${author}`, avatarUrl: null },
    text,
    hashtags: hashtagsIn(text),
    words: wordsIn(text),
    mediaUrl: null,
    mediaType: null,
    altText: null,
    contentWarn: null,
    nsfw: false,
    reactions,
    reactionCounts,
    reactionTotal: reactions.length,
    commentCount: zipf(dice, 20),
    shareCount: 0,
    createdAt,
    updatedAt: createdAt,
    editedAt: null,
    rev: 1,
  }
}

function textOf(dice: Dice, at: number): string {
  const words = Array.from({ length: 8 + dice(20) }, () => `w${zipf(dice, VOCABULARY).toString(36)}`)
  if (at % 25 === 1) words.push(rareWord(Math.floor(at / 25) % RARE_WORDS))
  if (at % 10 === 3) words.push(APART[at % 20 === 3 ? 0 : 1])
  if (dice(10) === 0) words.push(`#tag${zipf(dice, 500)}`)
  return words.join(' ')
}

/** The bare server stores posts in the form in which it sends them: the newest ones, as they are now. */
export async function copyPostsForBare(db: Db): Promise<void> {
  const bare = db.collection('bare_posts')
  await bare.deleteMany({})
  await bare.createIndex({ createdAt: -1 })
  const newest = await db
    .collection<PostDocument>('posts')
    .find()
    .sort({ createdAt: -1, _id: -1 })
    .limit(NEWEST)
    .allowDiskUse()
    .toArray()
  await bare.insertMany(
    newest.map((post): PublicPostView & { viewer: object } => ({
      ...presentPublicPost(post),
      viewer: VISITOR,
    })),
  )
}

const VISITOR = { reaction: null, can: { edit: false, delete: false, moderate: false } }
