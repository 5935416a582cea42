import type { Types } from 'mongoose'
import { exportCard } from '#server/features/media/link-cards/link-cards.present.ts'
import { exportFurther } from '#server/features/media/media-attached.ts'
import type { Erase } from '#server/platform/erasure.ts'
import { HttpError } from '#server/platform/errors.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { sweep, sweepParts } from '#server/platform/sweep.ts'
import { exportedFields } from '#server/shared/exported-fields.ts'
import { BookmarkModel, KEPT_BY, type BookmarkDocument } from './bookmarks/bookmarks.model.ts'
import { CrowdModel, UsualCrowdModel, type UsualCrowdDocument } from './crowd-control/crowds.model.ts'
import { VoteModel, type VoteDocument } from './polls/polls.model.ts'
import { withdrawVote } from './polls/polls.service.ts'
import { recordsOf } from './posts.store.ts'
import {
  PostModel,
  PostTombstoneModel,
  type CrowdControlState,
  type PostDocument,
  type PostTombstone,
} from './posts.model.ts'
import { clearAfter, removePost } from './post-deletion.ts'
import { hiddenPosts } from './crowd-control/crowd-control.service.ts'
import { flushNow } from './post-undo.ts'
import { ReactionModel, LIKES_OF, type ReactionDocument } from './reactions/reactions.model.ts'
import { withdrawPostReaction } from './reactions/reactions.service.ts'
import { CelebrityModel, TimelineModel } from './feed/timelines.model.ts'
import { emptyTimeline, inboxOf, authorTimeline } from './feed/timelines.store.ts'

/** Deletes every post as its author would, then their tombstones. */
export const erasePosts: Erase = async ({ id: authorId }, { signal }) => {
  const posts = PostModel.find({ authorId }, { _id: 1 }).lean<Pick<PostDocument, '_id'>[]>()
  const remove = ({ _id }: Pick<PostDocument, '_id'>) => removePost(_id.toHexString()).catch(goneAlready)
  const tombstones = PostTombstoneModel.find({ authorId }, { remains: 1, undoable: 1 })
  await sweepParts(
    () => sweep(rowsOf(posts), remove, signal),
    () => sweep(rowsOf(tombstones.lean<PostTombstone[]>()), forget, signal),
  )
}

async function forget({ _id, remains, undoable }: PostTombstone): Promise<void> {
  const id = _id.toHexString()
  if (undoable) await flushNow(id)
  if (undoable || remains) await clearAfter(id)
  await PostTombstoneModel.deleteOne({ _id })
}

function goneAlready(error: unknown): void {
  if (!(error instanceof HttpError && error.status === 404)) throw error
}

/** `exportedPost` adds others in words of their own. */
const asItIs = exportedFields<PostDocument>({
  _id: false,
  authorId: false,
  author: false,
  text: true,
  mediaUrl: true,
  mediaType: true,
  media: false,
  altText: true,
  morePictures: false,
  contentWarn: true,
  nsfw: true,
  quotedId: true,
  poll: false,
  dial: true,
  plunger: false,
  linkCard: false,
  hidePreview: true,
  reactions: false,
  reactionCounts: true,
  reactionTotal: false,
  commentCount: true,
  shareCount: true,
  createdAt: true,
  updatedAt: false,
  editedAt: true,
  rev: false,
  hashtags: false,
  mentions: false,
  words: false,
  versions: false,
  clientId: false,
  fanOut: false,
})

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
  ...asItIs(post),
  earlierVersions: post.versions ?? [],
  ...(post.poll && { poll: pollFigures(post.poll), pollEndsAt: post.poll.endsAt }),
  ...(post.linkCard && { linkCard: exportCard(post.linkCard) }),
  ...(post.plunger && { plunger: exportedCrowdControl(post.plunger) }),
  ...exportFurther(post),
})

const exportedCrowdControl = ({ startedAt, endsAt, rules, hidden }: CrowdControlState) => ({
  startedAt,
  endsAt,
  ...rules,
  hidden: hidden ?? false,
})

/** Withdraws every reaction, and corrects the posts' counters. */
export const eraseReactions: Erase = async ({ id: userId }, { signal }) => {
  const own = ReactionModel.find({ userId }, { postId: 1 }).lean<OfPost[]>()
  await sweep(rowsOf(own), ({ postId }) => withdrawPostReaction(userId, postId.toHexString()), signal)
}

interface OfPost {
  postId: Types.ObjectId
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

/** Takes every vote of a person back, and corrects the polls' counts. */
export const eraseVotes: Erase = async ({ id: userId }, { signal }) => {
  const own = VoteModel.find({ userId }, { postId: 1 }).lean<OfPost[]>()
  await sweep(rowsOf(own), ({ postId }) => withdrawVote(userId, postId.toHexString()), signal)
}

/** A person's votes, for their export. */
export async function* exportedVotes(userId: string): AsyncGenerator<Record<string, unknown>> {
  const votes = VoteModel.find({ userId }).sort({ userId: 1, postId: 1 }).lean<VoteDocument[]>()
  for await (const vote of rowsOf(votes)) {
    const postId = vote.postId.toHexString()
    const [post] = await recordsOf([postId])
    yield { postId, vote: post?.poll?.options[vote.option]?.text ?? null, createdAt: vote.createdAt }
  }
}

/** Deletes what a person keeps for later. */
export const eraseBookmarks: Erase = async ({ id: userId }) => {
  await BookmarkModel.deleteMany({ userId })
}

/** What a person keeps for later, for their export. */
export async function* exportedBookmarks(userId: string): AsyncGenerator<Record<string, unknown>> {
  const kept = BookmarkModel.find({ userId, kept: true }).sort(KEPT_BY).lean<BookmarkDocument[]>()
  for await (const { postId, keptAt } of rowsOf(kept)) yield { postId: postId.toHexString(), keptAt }
}

/** Deletes what is known of the crowds at a person's posts. Crowd control itself is deleted with each post. */
export const eraseCrowds: Erase = async ({ id }) => {
  await CrowdModel.deleteMany({ authorId: id })
  await UsualCrowdModel.deleteOne({ _id: id })
}

/** What a person's posts usually draw, as one row; none when nothing is known. */
export async function* exportedCrowd(userId: string): AsyncGenerator<Record<string, unknown>> {
  const known = await UsualCrowdModel.findById(userId).lean<UsualCrowdDocument>()
  if (known) yield { strangersInTenMinutes: known.usual, updatedAt: known.updatedAt }
}
