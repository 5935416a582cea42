import { LRUCache } from 'lru-cache'
import { Types, type mongo } from 'mongoose'
import type { PublicPostView, ReactionEmoji } from '#contract/posts.ts'
import { onForgetReads } from '#server/platform/cache/read-cache.ts'
import { clock } from '#server/platform/clock.ts'
import { PostModel, type PostRecord } from './posts.model.ts'
import { presentPublicPost } from './posts.present.ts'

/**
 * A post serialised once for everybody. It does not depend on the viewer: filters run
 * before it is used, and the viewer's part is appended.
 */
export interface CachedPost {
  readonly id: string
  readonly rev: number
  readonly authorId: string
  /** createdAt in milliseconds. */
  readonly at: number
  /**
   * JSON of the public view with its last member, the list of reactions, not closed:
   * `{...,"reactions":[{...},{...}`
   */
  readonly open: Buffer
  /** The people in that list, with their emoji. */
  readonly listed: ReadonlyMap<string, ReactionEmoji>
  readonly reactionTotal: number
}

export function toCachedPost(view: PublicPostView): CachedPost {
  const { reactions, ...rest } = view
  const json = JSON.stringify({ ...rest, reactions })
  return {
    id: view.id,
    rev: view.rev,
    authorId: view.authorId,
    at: Date.parse(view.createdAt),
    open: Buffer.from(json.slice(0, -']}'.length)),
    listed: new Map(reactions.map(({ userId, emoji }) => [userId, emoji])),
    reactionTotal: view._count.reactions,
  }
}

const ofRecords = new WeakMap<PostRecord, CachedPost>()

/** The same of a record that many callers were given together: it is made once for all of them. */
export function cachedPostOf(record: PostRecord): CachedPost {
  const post = ofRecords.get(record) ?? toCachedPost(presentPublicPost(record))
  ofRecords.set(record, post)
  return post
}

const MEGABYTE = 1024 * 1024
/** Approximate bytes of a cached post, for memory limits. */
export const weightOf = ({ open, listed }: CachedPost): number => open.length + 120 * listed.size + 300

interface Entry {
  readonly fragment: CachedPost
  /** When it was last confirmed, by an event or a read. */
  at: number
}

/**
 * A cached post is used this long without asking the store. Events replace it at once; this covers scripts,
 * which have no bus.
 */
const FRESH_MS = 1_000
// The newest cached version of each post.
const cache = new LRUCache<string, Entry>({
  maxSize: 48 * MEGABYTE,
  sizeCalculation: ({ fragment }) => weightOf(fragment),
})
// Deleted posts with their last rev, so that a late event of another process does not restore one. An admin's
// restore has a higher rev.
const gone = new LRUCache<string, number>({ max: 10_000 })
let doubtedAt = 0

/** Caches what an event or a read returned, unless a newer version is cached. */
export function cachePost(fragment: CachedPost, at = clock.now()): void {
  if (fragment.rev <= (gone.get(fragment.id) ?? -1)) return
  const known = cache.peek(fragment.id)
  if (!known || known.fragment.rev < fragment.rev) cache.set(fragment.id, { fragment, at })
  else if (known.fragment.rev === fragment.rev) known.at = Math.max(known.at, at)
}

/** Removes a post deleted at `rev`; a restore with a higher rev stays. */
export function dropCachedPost(id: string, rev: number): void {
  gone.set(id, Math.max(rev, gone.get(id) ?? -1))
  if ((cache.peek(id)?.fragment.rev ?? -1) <= rev) cache.delete(id)
}

/**
 * After a change of many posts without an event each: every cached post is checked against the store before
 * its next use.
 */
export const invalidateAll = (): void => void (doubtedAt = clock.now())
onForgetReads(invalidateAll)

interface Hydrated {
  _id: Types.ObjectId
  post?: PostRecord
}

/** Every field of a post: one that is missing here would be missing on the page until the next event. */
const FIELDS = {
  _id: 1,
  authorId: 1,
  author: 1,
  text: 1,
  mediaUrl: 1,
  mediaType: 1,
  media: 1,
  altText: 1,
  morePictures: 1,
  contentWarn: 1,
  nsfw: 1,
  quotedId: 1,
  poll: 1,
  dial: 1,
  plunger: 1,
  linkCard: 1,
  hidePreview: 1,
  reactions: 1,
  reactionCounts: 1,
  reactionTotal: 1,
  commentCount: 1,
  shareCount: 1,
  createdAt: 1,
  updatedAt: 1,
  editedAt: 1,
  rev: 1,
} satisfies Record<keyof PostRecord, 1>

const RECORD = Object.fromEntries(Object.keys(FIELDS).map((field) => [field, `$${field}`]))

/**
 * The current posts of these ids, in the same order, with one read at most: the store is asked only for posts
 * not confirmed within the last second, and returns only those with another rev. Deleted posts are missing.
 */
export async function hydratePosts(ids: readonly string[]): Promise<CachedPost[]> {
  const started = clock.now()
  const since = Math.max(started - FRESH_MS, doubtedAt)
  const posts = new Map<string, CachedPost>()
  const unsure = new Map<string, CachedPost | null>()
  for (const id of ids) {
    const known = cache.get(id)
    if (known && known.at > since) posts.set(id, known.fragment)
    else unsure.set(id, known?.fragment ?? null)
  }
  for (const { _id, post } of unsure.size > 0 ? await findChanged(unsure) : []) {
    const id = _id.toHexString()
    const fragment = post ? toCachedPost(presentPublicPost(post)) : unsure.get(id)!
    cachePost(fragment, started)
    posts.set(id, fragment)
  }
  return ids.flatMap((id) => posts.get(id) ?? [])
}

function findChanged(unsure: ReadonlyMap<string, CachedPost | null>): Promise<Hydrated[]> {
  const known = [...unsure.values()].filter((fragment) => fragment !== null)
  const options = { projection: { post: unlessKnown(known) }, batchSize: unsure.size + 1 }
  return PostModel.collection
    .find({ _id: { $in: [...unsure.keys()].map((id) => new Types.ObjectId(id)) } }, options)
    .toArray()
}

function unlessKnown(known: readonly CachedPost[]): mongo.Document {
  if (known.length === 0) return RECORD
  const revs = known.map(({ id, rev }) => ({ i: new Types.ObjectId(id), r: rev }))
  return { $cond: [{ $in: [{ i: '$_id', r: '$rev' }, { $literal: revs }] }, '$$REMOVE', RECORD] }
}
