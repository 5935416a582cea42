import { LRUCache } from 'lru-cache'
import { Types, type mongo } from 'mongoose'
import type { PublicPostView, ReactionEmoji } from '#contract/posts.ts'
import { PostModel, type PostRecord } from './posts.model.ts'
import { presentPublicPost } from './posts.present.ts'

/**
 * A post serialised once for everybody (PERFORMANCE, Design 1). Nothing in it hangs on a viewer: rules come before it is
 * used, and the viewer's own part is put behind it.
 */
export interface PostFragment {
  readonly id: string
  readonly rev: number
  readonly authorId: string
  /** createdAt in milliseconds. */
  readonly at: number
  /** JSON of the public view whose last member, the list of reactions, is still open: `{...,"reactions":[{...},{...}` */
  readonly open: Buffer
  /** Who is in that list, with what. */
  readonly listed: ReadonlyMap<string, ReactionEmoji>
  readonly reactionTotal: number
}

export function toFragment(view: PublicPostView): PostFragment {
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

const MEGABYTE = 1024 * 1024
/** Bytes a fragment keeps alive, roughly: what memory limits are reckoned by. */
export const weightOf = ({ open, listed }: PostFragment): number => open.length + 120 * listed.size + 300

// The newest fragment seen of each post. Only ever used at the rev the store has just named.
const held = new LRUCache<string, PostFragment>({ maxSize: 48 * MEGABYTE, sizeCalculation: weightOf })

/** Keeps what an event or a read has just told, unless something newer is here. */
export function keepFragment(fragment: PostFragment): PostFragment {
  const known = held.peek(fragment.id)
  if (!known || known.rev < fragment.rev) held.set(fragment.id, fragment)
  return fragment
}

export const dropFragment = (id: string): void => void held.delete(id)

interface Hydrated {
  _id: Types.ObjectId
  post?: PostRecord
}

const RECORD = Object.fromEntries(
  (
    [
      '_id', 'authorId', 'author', 'text', 'mediaUrl', 'mediaType', 'altText', 'contentWarn', 'nsfw', 'reactions', 'reactionCounts',
      'reactionTotal', 'commentCount', 'shareCount', 'createdAt', 'updatedAt', 'editedAt', 'rev',
    ] satisfies (keyof PostRecord)[]
  ).map((field) => [field, `$${field}`]),
)

/**
 * The posts of these ids as they are now, in one read: the store sends a post only where its rev is not the one held.
 * Deleted posts are not in the answer; the order is that of the ids.
 */
export async function hydratePosts(ids: readonly string[]): Promise<PostFragment[]> {
  if (ids.length === 0) return []
  const known = new Map(ids.flatMap((id) => held.get(id) ?? []).map((fragment) => [fragment.id, fragment]))
  const found = await PostModel.collection
    .find({ _id: { $in: ids.map((id) => new Types.ObjectId(id)) } }, { projection: { post: unlessKnown([...known.values()]) }, batchSize: ids.length + 1 })
    .toArray() as unknown as Hydrated[]
  const fresh = new Map(found.map(({ _id, post }) => [_id.toHexString(), post ? keepFragment(toFragment(presentPublicPost(post))) : null]))
  return ids.flatMap((id) => (fresh.has(id) ? (fresh.get(id) ?? known.get(id) ?? []) : []))
}

function unlessKnown(known: readonly PostFragment[]): mongo.Document {
  if (known.length === 0) return RECORD
  const revs = known.map(({ id, rev }) => ({ i: new Types.ObjectId(id), r: rev }))
  return { $cond: [{ $in: [{ i: '$_id', r: '$rev' }, { $literal: revs }] }, '$$REMOVE', RECORD] }
}
