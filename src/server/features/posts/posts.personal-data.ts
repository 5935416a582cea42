import { exportCard } from '#server/features/media/link-cards/link-cards.present.ts'
import { exportFurther } from '#server/features/media/media.attached.ts'
import { PORTION, type Erase } from '#server/platform/erasure.ts'
import { HttpError } from '#server/platform/errors.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { PostModel, PostTombstoneModel, type PlungerState, type PostDocument } from './posts.model.ts'
import { clearAfter, removePost } from './post-deletion.ts'
import { hiddenPosts } from './plunger/plunger.service.ts'
import { flushNow } from './post-undo.ts'
import { ReactionModel, LIKES_OF, type ReactionDocument } from './reactions/reactions.model.ts'
import { withdrawReaction } from './reactions/reactions.service.ts'
import { CelebrityModel, TimelineModel } from './feed/timelines.model.ts'
import { emptyTimeline, inboxOf, authorTimeline } from './feed/timelines.store.ts'

/** Deletes every post as its author would, then their tombstones. */
export const erasePosts: Erase = async ({ id: authorId }, { signal }) => {
  for (let ids = await someOf(authorId); ids.length > 0; ids = await someOf(authorId)) {
    for (const id of ids) {
      signal.throwIfAborted()
      await removePost(id).catch(goneAlready)
    }
  }
  const marks = { remains: 1, undoable: 1 } as const
  for await (const { _id, remains, undoable } of rowsOf(
    PostTombstoneModel.find({ authorId }, marks).lean(),
  )) {
    signal.throwIfAborted()
    const id = _id.toHexString()
    if (undoable) await flushNow(id)
    if (undoable || remains) await clearAfter(id)
    await PostTombstoneModel.deleteOne({ _id })
  }
}

async function someOf(authorId: string): Promise<string[]> {
  const posts = await PostModel.find({ authorId }, { _id: 1 })
    .limit(PORTION)
    .lean<Pick<PostDocument, '_id'>[]>()
  return posts.map(({ _id }) => _id.toHexString())
}

function goneAlready(error: unknown): void {
  if (!(error instanceof HttpError && error.status === 404)) throw error
}

const EXPORTED = [
  'text',
  'mediaUrl',
  'mediaType',
  'altText',
  'contentWarn',
  'nsfw',
  'quotedId',
  'reactionCounts',
  'commentCount',
  'shareCount',
  'createdAt',
  'editedAt',
] as const

const pollFigures = ({ options }: NonNullable<PostDocument['poll']>) =>
  Object.fromEntries(options.map(({ text, votes }) => [text, votes]))

/** A person's posts, newest first, and those that they have hidden, for their export. */
export async function* exportedPosts(authorId: string): AsyncGenerator<Record<string, unknown>> {
  const posts = rowsOf(
    PostModel.find({ authorId }, { words: 0 }).sort({ createdAt: -1, _id: -1 }).lean<PostDocument[]>(),
  )
  for await (const post of posts) yield exportedPost(post)
  for await (const { undoable } of rowsOf(hiddenPosts(authorId))) if (undoable) yield exportedPost(undoable)
}

const exportedPost = (post: PostDocument): Record<string, unknown> => ({
  id: post._id.toHexString(),
  ...Object.fromEntries(EXPORTED.map((field) => [field, post[field]])),
  earlierVersions: post.versions ?? [],
  ...(post.poll && { poll: pollFigures(post.poll), pollEndsAt: post.poll.endsAt }),
  ...(post.linkCard && { linkCard: exportCard(post.linkCard) }),
  ...(post.dial && { dial: post.dial }),
  ...(post.plunger && { plunger: exportedPlunger(post.plunger) }),
  ...(post.hidePreview && { hidePreview: true }),
  ...exportFurther(post),
})

const exportedPlunger = ({ cause, startedAt, endsAt, rules, hidden }: PlungerState) => ({
  cause,
  startedAt,
  endsAt: endsAt ?? null,
  ...rules,
  hidden: hidden ?? false,
})

/** Withdraws every reaction, and corrects the posts' counters. */
export const eraseReactions: Erase = async ({ id: userId }, { signal }) => {
  const some = () =>
    ReactionModel.find({ userId }, { postId: 1 }).limit(PORTION).lean<Pick<ReactionDocument, 'postId'>[]>()
  for (let rows = await some(); rows.length > 0; rows = await some()) {
    for (const { postId } of rows) {
      signal.throwIfAborted()
      await withdrawReaction(userId, postId.toHexString())
    }
  }
}

/** A person's reactions, for their export. */
export async function* exportedReactions(userId: string): AsyncGenerator<Record<string, unknown>> {
  for await (const reaction of rowsOf(
    ReactionModel.find({ userId }).sort(LIKES_OF).lean<ReactionDocument[]>(),
  )) {
    const { postId, emoji, createdAt } = reaction
    yield { postId: postId.toHexString(), emoji, createdAt }
  }
}

/**
 * Deletes their following feed and their own timeline. Their posts leave other timelines when each is
 * deleted.
 */
export const eraseTimelines: Erase = async ({ id }) => {
  await Promise.all([emptyTimeline(inboxOf(id)), emptyTimeline(authorTimeline(id))])
  await Promise.all([TimelineModel.deleteOne({ _id: id }), CelebrityModel.deleteOne({ _id: id })])
}
