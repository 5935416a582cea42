import { rowsOf } from '#server/platform/mongo/rows.ts'
import { LIKES_OF, ReactionModel, type ReactionDocument } from './reactions.model.ts'

/** Every reaction a person has given, for their export. */
export async function* exportedReactions(userId: string): AsyncGenerator<Record<string, unknown>> {
  for await (const reaction of rowsOf(ReactionModel.find({ userId }).sort(LIKES_OF).lean<ReactionDocument[]>())) {
    const { postId, emoji, createdAt } = reaction
    yield { postId: postId.toHexString(), emoji, createdAt }
  }
}
