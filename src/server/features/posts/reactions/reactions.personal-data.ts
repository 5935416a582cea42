import { PORTION, type Erase } from '#server/platform/erasure.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { ReactionModel, LIKES_OF, type ReactionDocument } from './reactions.model.ts'
import { withdrawReaction } from './reactions.service.ts'

/** Every reaction is taken back; the posts' figures follow. */
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

/** Every reaction a person has given, for their export. */
export async function* exportedReactions(userId: string): AsyncGenerator<Record<string, unknown>> {
  for await (const reaction of rowsOf(
    ReactionModel.find({ userId }).sort(LIKES_OF).lean<ReactionDocument[]>(),
  )) {
    const { postId, emoji, createdAt } = reaction
    yield { postId: postId.toHexString(), emoji, createdAt }
  }
}
