import { rowsOf } from '#server/platform/mongo/rows.ts'
import { FollowModel, type FollowDocument } from './follows.model.ts'

type Side = 'followerId' | 'followeeId'

/** Whom a person follows, or who follows them, newest first: ids and since when, for their export. */
export async function* exportedFollows(userId: string, of: Side): AsyncGenerator<{ userId: string; since: Date }> {
  const other = of === 'followerId' ? 'followeeId' : 'followerId'
  for await (const row of rowsOf(FollowModel.find({ [of]: userId }).sort({ _id: -1 }).lean<FollowDocument[]>())) {
    const follow = row
    yield { userId: follow[other].toHexString(), since: follow.createdAt }
  }
}
