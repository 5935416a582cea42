import type { Types } from 'mongoose'
import { recordsOf } from '#server/features/posts/posts.store.ts'
import { PORTION, type Erase } from '#server/platform/erasure.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { VoteModel, type VoteDocument } from './polls.model.ts'
import { withdrawVote } from './polls.service.ts'

/** Takes every vote of a person back, and corrects the polls' counts. */
export const eraseVotes: Erase = async ({ id: userId }, { signal }) => {
  const some = () =>
    VoteModel.find({ userId }, { postId: 1 }).limit(PORTION).lean<{ postId: Types.ObjectId }[]>()
  for (let rows = await some(); rows.length > 0; rows = await some()) {
    for (const { postId } of rows) {
      signal.throwIfAborted()
      await withdrawVote(userId, postId.toHexString())
    }
  }
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
