import { Types } from 'mongoose'
import { REACTIONS } from '#contract/posts.constants.ts'
import type { ReactionEmoji } from '#contract/posts.ts'
import { LIMITS } from '#contract/limits.ts'
import type { CommentDocument } from '#server/features/comments/comments.model.ts'
import { newPost } from '#server/features/posts/publish-post.ts'
import type { PooDocument } from '#server/features/comments/poos/poos.model.ts'
import type { PostDocument } from '#server/features/posts/posts.model.ts'
import type { ReactionDocument } from '#server/features/posts/reactions/reactions.model.ts'
import type { UserDocument } from '#server/features/people/users/users.model.ts'
import { CAST } from './cast.ts'
import type { Random } from './random.ts'
import { HEADLINES, REPLIES, chatter } from './words.ts'

export interface Drops {
  posts: PostDocument[]
  reactions: ReactionDocument[]
  comments: CommentDocument[]
  poos: PooDocument[]
}

/**
 * Posts of the last month, most of them recent, with reactions and comments. Raises the authors' post
 * counts.
 */
export function drops(random: Random, everybody: UserDocument[], howMany: number, now: number): Drops {
  const posts = Array.from({ length: howMany }, (_, index) => drop(random, everybody, index, now))
  const world: Drops = { posts, reactions: [], comments: [], poos: [] }
  for (const [index, post] of posts.entries()) {
    world.reactions.push(...applause(random, post, everybody, isHandwritten(index) ? 1 : 5))
    const comments = replies(random, post, everybody, now)
    world.comments.push(...comments)
    world.poos.push(...comments.flatMap((comment) => laughs(random, comment, everybody)))
  }
  return world
}

const MONTH = 30 * 24 * 3600_000

function drop(random: Random, everybody: UserDocument[], index: number, now: number): PostDocument {
  const written = isHandwritten(index)
  // The cast posts first, popular people post often.
  const author = everybody[written ? index % CAST.length : random.powerLaw(everybody.length, 2)]!
  const text = written ? HEADLINES[index]! : chatter(random)
  // The handwritten posts are the newest, so that the first page looks best.
  const age = written ? (index + 1) * random.int(4, 9) * 60_000 : 4 * 3600_000 + MONTH * random.next() ** 2
  author.postCount += 1
  const spicy = !written && random.chance(0.02)
  const input = {
    text,
    ...(spicy && { nsfw: true }),
    ...(!written && random.chance(0.02) && { contentWarn: 'Graphic plumbing' }),
  }
  const createdAt = new Date(now - Math.floor(age))
  // Old posts need no fan-out: a timeline is built when its owner first reads it.
  const { fanOut: _, ...post } = newPost({ id: author._id.toHexString(), ...snapshotOf(author) }, input)
  return { ...post, createdAt, updatedAt: createdAt }
}

const snapshotOf = ({ displayName, handle, avatarUrl }: UserDocument) => ({ displayName, handle, avatarUrl })

const isHandwritten = (index: number) => index < HEADLINES.length

function applause(
  random: Random,
  post: PostDocument,
  everybody: UserDocument[],
  steepness: number,
): ReactionDocument[] {
  const fans = random.sample(everybody, random.powerLaw(Math.min(60, everybody.length), steepness))
  const given = fans.map(({ _id }) => ({ userId: _id, emoji: emojiOf(random) }))
  for (const { emoji } of given) post.reactionCounts[emoji] = (post.reactionCounts[emoji] ?? 0) + 1
  post.reactionTotal = given.length
  // In the product's order: newest first.
  post.reactions = given.toReversed().slice(0, LIMITS.reactionsListed)
  return given.map(({ userId, emoji }) => ({
    _id: new Types.ObjectId(),
    postId: post._id,
    userId,
    emoji,
    postAt: post.createdAt,
    createdAt: post.createdAt,
  }))
}

const emojiOf = (random: Random): ReactionEmoji =>
  REACTIONS[Math.min(random.powerLaw(6, 2), REACTIONS.length - 1)]!.emoji

function replies(
  random: Random,
  post: PostDocument,
  everybody: UserDocument[],
  now: number,
): CommentDocument[] {
  const authors = random.sample(everybody, random.powerLaw(14, 3))
  post.commentCount = authors.length
  return authors.map((author) => {
    const until = Math.min(now, post.createdAt.getTime() + 4 * 3600_000)
    const createdAt = new Date(random.int(post.createdAt.getTime(), until))
    return {
      _id: new Types.ObjectId(),
      postId: post._id,
      authorId: author._id,
      author: snapshotOf(author),
      text: random.pick(REPLIES),
      poos: 0,
      createdAt,
      updatedAt: createdAt,
      rev: 1,
    }
  })
}

/** Most comments get no poo, a few get many. */
function laughs(random: Random, comment: CommentDocument, everybody: UserDocument[]): PooDocument[] {
  const people = random.sample(everybody, random.powerLaw(Math.min(12, everybody.length), 4))
  comment.poos = people.length
  return people.map(({ _id }) => ({
    _id: new Types.ObjectId(),
    commentId: comment._id,
    postId: comment.postId,
    userId: _id,
    createdAt: comment.createdAt,
  }))
}
