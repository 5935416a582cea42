import type { Erase } from '#server/platform/erasure.ts'
import { CrowdModel, UsualCrowdModel, type UsualCrowdDocument } from './crowds.model.ts'

/** Deletes what is known of the crowds at a person's posts. Plunger Mode itself is deleted with each post. */
export const eraseCrowds: Erase = async ({ id }) => {
  await CrowdModel.deleteMany({ authorId: id })
  await UsualCrowdModel.deleteOne({ _id: id })
}

/** What a person's posts usually draw, as one row; none when nothing is known. */
export async function* exportedCrowd(userId: string): AsyncGenerator<Record<string, unknown>> {
  const known = await UsualCrowdModel.findById(userId).lean<UsualCrowdDocument>()
  if (known) yield { strangersInTenMinutes: known.usual, updatedAt: known.updatedAt }
}
