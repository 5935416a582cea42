import { PORTION, type Erase } from '#server/platform/departed.ts'
import { ReactionModel, type ReactionDocument } from './reactions.model.ts'
import { withdrawReaction } from './reactions.service.ts'

/** Every reaction is taken back; the posts' figures follow. */
export const eraseReactions: Erase = async ({ id: userId }, { signal }) => {
  const some = () => ReactionModel.find({ userId }, { postId: 1 }).limit(PORTION).lean<Pick<ReactionDocument, 'postId'>[]>()
  for (let rows = await some(); rows.length > 0; rows = await some()) {
    for (const { postId } of rows) {
      signal.throwIfAborted()
      await withdrawReaction(userId, postId.toHexString())
    }
  }
}
