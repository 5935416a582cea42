import { Types, trusted } from 'mongoose'
import { MESSAGES } from '#contract/errors.ts'
import type { VoteView } from '#contract/posts.polls.ts'
import { canSeePost } from '#server/features/posts/posts.policy.ts'
import { changePost, postLock, recordsOf, type PostRecord } from '#server/features/posts/posts.store.ts'
import { badRequest, conflict, notFound, type HttpError } from '#server/platform/errors.ts'
import { groupCommits } from '#server/platform/group-commit.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { VoteModel, type VoteDocument } from './polls.model.ts'

type Poll = NonNullable<PostRecord['poll']>

interface Ballot {
  viewer: Viewer
  option: number
}

// A vote is final, so its rev need not count.
const viewOf = (id: string, option: number | null): VoteView => ({ id, option, rev: option === null ? 0 : 1 })

/** How the viewer has voted in the poll of this post. */
export async function voteOf({ id: userId }: Pick<Viewer, 'id'>, postId: string): Promise<VoteView> {
  const vote = await VoteModel.findOne({ userId, postId }).lean<VoteDocument>()
  return viewOf(postId, vote?.option ?? null)
}

/**
 * Votes in a poll, once: the same vote again changes nothing. The row and the counts are true together; votes of
 * different people that arrive at the same moment are one commit. Throws 409 for another vote than before, and after
 * the end.
 */
export const vote = (viewer: Viewer, postId: string, option: number): Promise<VoteView> =>
  submitVote(postId, { viewer, option })

const submitVote = groupCommits<Ballot, VoteView>({
  lockOf: postLock,
  ownerOf: ({ viewer }) => viewer.id,
  async commit(tx, postId, ballots) {
    const [post] = await recordsOf([postId], tx)
    const before = await votesBy(tx, postId, ballots)
    const outcomes = ballots.map((ballot) => judge(post, ballot, before.get(ballot.viewer.id)))
    const accepted = ballots.filter((_, at) => outcomes[at] === 'counts')
    if (post?.poll && accepted.length > 0) await count(tx, post, post.poll, accepted)
    return ballots.map(({ option }, at) => {
      const outcome = outcomes[at]!
      return typeof outcome === 'string' ? { result: viewOf(postId, option) } : { error: outcome }
    })
  },
})

async function votesBy(
  tx: Transaction,
  postId: string,
  ballots: readonly Ballot[],
): Promise<Map<string, number>> {
  const userIds = ballots.map(({ viewer }) => new Types.ObjectId(viewer.id))
  const rows = await VoteModel.find({ userId: trusted({ $in: userIds }), postId })
    .session(tx.session)
    .lean<VoteDocument[]>()
  return new Map(rows.map(({ userId, option }) => [userId.toHexString(), option]))
}

function judge(
  post: PostRecord | undefined,
  { viewer, option }: Ballot,
  before: number | undefined,
): 'counts' | 'counted' | HttpError {
  if (!post || !canSeePost(viewer, post)) return notFound(MESSAGES.postNotFound)
  if (!post.poll?.options[option]) return badRequest()
  if (before !== undefined) return before === option ? 'counted' : conflict(MESSAGES.votedAlready)
  return post.poll.endsAt > clock.date() ? 'counts' : conflict(MESSAGES.pollEnded)
}

async function count(
  tx: Transaction,
  { _id: postId }: PostRecord,
  poll: Poll,
  ballots: readonly Ballot[],
): Promise<void> {
  const createdAt = clock.date()
  const rows = ballots.map(({ viewer, option }) => ({
    _id: clock.id(),
    postId,
    userId: new Types.ObjectId(viewer.id),
    option,
    createdAt,
  }))
  await VoteModel.insertMany(rows, { session: tx.session, lean: true })
  const id = postId.toHexString()
  // Based on what the transaction has read: a parallel change makes the store run it again.
  await changePost(tx, id, { $set: { poll: pollAfter(poll, (at) => ballotsFor(ballots, at)) } })
  for (const { viewer, option } of ballots)
    tx.emit('post:voted', { userId: viewer.id, vote: viewOf(id, option) })
}

const ballotsFor = (ballots: readonly Ballot[], at: number): number =>
  ballots.filter(({ option }) => option === at).length

function pollAfter(poll: Poll, change: (at: number) => number): Poll {
  const options = poll.options.map((option, at) => ({ ...option, votes: option.votes + change(at) }))
  return { ...poll, options, votes: options.reduce((sum, { votes }) => sum + votes, 0) }
}

/** Takes a vote back, for an account that is erased. Does nothing without a vote; the post may be deleted. */
export async function withdrawVote(userId: string, postId: string): Promise<void> {
  await oneAtATime(postLock(postId), () =>
    transact(async (tx) => {
      const had = await VoteModel.findOneAndDelete(
        { userId, postId },
        { session: tx.session },
      ).lean<VoteDocument>()
      const [post] = had ? await recordsOf([postId], tx) : []
      if (!had || !post?.poll) return
      const poll = pollAfter(post.poll, (at) => (at === had.option ? -1 : 0))
      await changePost(tx, postId, { $set: { poll } })
    }),
  )
}

/** The poll with its votes counted one by one, for the recount. */
export async function recountPoll(tx: Transaction, postId: string, poll: Poll): Promise<Poll> {
  const groups = await VoteModel.aggregate<{ _id: number; count: number }>([
    { $match: { postId: new Types.ObjectId(postId) } },
    { $group: { _id: '$option', count: { $sum: 1 } } },
  ]).session(tx.session)
  const counted = new Map(groups.map(({ _id, count: votes }) => [_id, votes]))
  return pollAfter(poll, (at) => (counted.get(at) ?? 0) - poll.options[at]!.votes)
}

/** Deletes the votes of a deleted post. May run again. */
export const removeVotesOf = async (postId: string): Promise<void> =>
  void (await VoteModel.deleteMany({ postId }))
