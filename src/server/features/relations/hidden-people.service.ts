import { Types } from 'mongoose'
import type { Viewer } from '#server/platform/viewer.ts'
import { RelationModel, type RelationDocument } from './relations.model.ts'

/** Rows one viewer's sets are built from at most, so that nobody can make another's requests heavy by blocking in masses. */
const MOST_PER_DIRECTION = 10_000

/** Whom this person does not meet: blocks in both directions, and those they muted. Three covered index reads at most. */
export async function hiddenPeople(userId: string): Promise<Pick<Viewer, 'blocked' | 'muted'>> {
  const me = new Types.ObjectId(userId)
  const [mine, theirs] = await Promise.all([
    RelationModel.find({ userId: me }, { _id: 0, otherId: 1, kind: 1 }).limit(MOST_PER_DIRECTION).lean<Pick<RelationDocument, 'otherId' | 'kind'>[]>(),
    RelationModel.find({ otherId: me, kind: 'block' }, { _id: 0, userId: 1 }).limit(MOST_PER_DIRECTION).lean<Pick<RelationDocument, 'userId'>[]>(),
  ])
  const blocked = new Set(theirs.map((row) => row.userId.toHexString()))
  const muted = new Set<string>()
  for (const { kind, otherId } of mine) (kind === 'block' ? blocked : muted).add(otherId.toHexString())
  return { blocked, muted }
}
