import type { Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { RelationModel, type RelationDocument } from './relations.model.ts'

/** Limit for people who blocked this person. Their own rows are limited when they write them. */
const MOST_BLOCKERS = 100_000

/** The people hidden from a person: blocks in both directions, and their mutes. Two covered index reads. */
export async function hiddenPeople(userId: string): Promise<Pick<Viewer, 'blocked' | 'muted'>> {
  const [mine, blockers] = await Promise.all([
    RelationModel.find({ userId }, { _id: 0, otherId: 1, kind: 1 }).lean<
      Pick<RelationDocument, 'otherId' | 'kind'>[]
    >(),
    blockersOf(userId),
  ])
  const blocked = new Set(blockers)
  const muted = new Set<string>()
  for (const { kind, otherId } of mine) (kind === 'block' ? blocked : muted).add(otherId.toHexString())
  return { blocked, muted }
}

/** The people who have blocked this person. */
export async function blockersOf(userId: string): Promise<Set<string>> {
  const rows = await RelationModel.find({ otherId: userId, kind: 'block' }, { _id: 0, userId: 1 })
    .limit(MOST_BLOCKERS)
    .lean<Pick<RelationDocument, 'userId'>[]>()
  return new Set(rows.map((row) => row.userId.toHexString()))
}

/** The relation of two people, seen from the first. */
export interface Relation {
  mutes: boolean
  blocks: boolean
  blockedBy: boolean
}

/** Reads the store, within the transaction when there is one. */
export async function relationBetween(userId: string, otherId: string, tx?: Transaction): Promise<Relation> {
  const either = {
    $or: [
      { userId, otherId },
      { userId: otherId, otherId: userId, kind: 'block' as const },
    ],
  }
  const rows = await RelationModel.find(either, { _id: 0, userId: 1, kind: 1 })
    .session(tx?.session ?? null)
    .lean<Pick<RelationDocument, 'userId' | 'kind'>[]>()
  const mine = rows.filter((row) => row.userId.toHexString() === userId)
  return {
    mutes: mine.some(({ kind }) => kind === 'mute'),
    blocks: mine.some(({ kind }) => kind === 'block'),
    blockedBy: rows.length > mine.length,
  }
}
