import { trusted, Types, type PipelineStage } from 'mongoose'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { RelationModel, type RelationDocument } from './relations.model.ts'

/** Limit for people who blocked this person. Their own rows are limited when they write them. */
const MAX_BLOCKERS = 100_000

type Hidden = Pick<Viewer, 'blocked' | 'blockedBy' | 'muted'>

/** A person's own mute or block, or somebody's block of that person. */
export type HidingRow = Pick<RelationDocument, 'userId' | 'otherId' | 'kind'> | Blocked

interface Blocked {
  blockedId: Types.ObjectId
  blockerId: Types.ObjectId
}

/**
 * Stages that add what `hiddenPeopleOf` needs to an aggregation: blocks in both directions of these people, and
 * their mutes. Two covered index reads for all of them.
 */
export const unionsOfHidingRows = (userIds: readonly Types.ObjectId[]): PipelineStage.UnionWith[] =>
  [
    [{ $match: { userId: { $in: userIds } } }, { $project: { _id: 0, userId: 1, otherId: 1, kind: 1 } }],
    [
      { $match: { otherId: { $in: userIds }, kind: 'block' } },
      { $limit: MAX_BLOCKERS },
      { $project: { _id: 0, blockedId: '$otherId', blockerId: '$userId' } },
    ],
  ].map((pipeline) => ({
    $unionWith: { coll: RelationModel.collection.collectionName, pipeline },
  })) as PipelineStage.UnionWith[]

/** The people hidden from each of these people, from the rows of `unionsOfHidingRows`. */
export async function hiddenPeopleOf(
  userIds: readonly string[],
  rows: readonly HidingRow[],
): Promise<Map<string, Hidden>> {
  const found = new Map(
    userIds.map((id) => [
      id,
      { blocks: new Set<string>(), blockers: new Set<string>(), muted: new Set<string>() },
    ]),
  )
  let blockers = 0
  for (const row of rows)
    if ('blockerId' in row) {
      found.get(row.blockedId.toHexString())!.blockers.add(row.blockerId.toHexString())
      blockers += 1
    } else {
      const { blocks, muted } = found.get(row.userId.toHexString())!
      const set = row.kind === 'block' ? blocks : muted
      set.add(row.otherId.toHexString())
    }
  // The limit is for one person: when all of them together reach it, each is read alone.
  if (blockers >= MAX_BLOCKERS && userIds.length > 1)
    for (const [id, one] of found) one.blockers = await blockersOf(id)
  return new Map(
    [...found].map(([id, { blocks, blockers: all, muted }]) => [
      id,
      {
        blocked: new Set([...all, ...blocks]),
        blockedBy: new Set([...all].filter((one) => !blocks.has(one))),
        muted,
      },
    ]),
  )
}

/** The people who have blocked this person. */
export async function blockersOf(userId: string): Promise<Set<string>> {
  const rows = await RelationModel.find({ otherId: userId, kind: 'block' }, { _id: 0, userId: 1 })
    .limit(MAX_BLOCKERS)
    .lean<Pick<RelationDocument, 'userId'>[]>()
  return new Set(rows.map((row) => row.userId.toHexString()))
}

/** Those of these people who have blocked this person. */
export async function blockersAmong(userId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await RelationModel.find(
    { otherId: userId, kind: 'block', userId: trusted({ $in: [...ids] }) },
    { _id: 0, userId: 1 },
  ).lean<Pick<RelationDocument, 'userId'>[]>()
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

/** Those of these pairs with a block between the two, each as 'one other'. */
export async function blocksBetween(
  { session }: Transaction,
  pairs: readonly (readonly [one: string, other: string])[],
): Promise<Set<string>> {
  const ways = pairs.flatMap(([one, other]) => [
    [one, other],
    [other, one],
  ])
  const blocks = ways.map(([userId, otherId]) => ({
    userId: new Types.ObjectId(userId),
    kind: 'block',
    otherId: new Types.ObjectId(otherId),
  }))
  const rows = await RelationModel.collection
    .find({ $or: blocks }, { projection: { _id: 0, userId: 1, otherId: 1 }, session })
    .toArray()
  return new Set(rows.flatMap(({ userId, otherId }) => [`${userId} ${otherId}`, `${otherId} ${userId}`]))
}

/** Those of these people whom a person blocks (`blocking`), and who block that person (`blockedBy`). */
export async function blocksAround(
  { session }: Transaction,
  userId: string,
  others: readonly string[],
): Promise<{ blocking: Set<string>; blockedBy: Set<string> }> {
  const among = trusted({ $in: [...others] })
  const rows = await RelationModel.find(
    {
      $or: [
        { userId, kind: 'block' as const, otherId: among },
        { otherId: userId, kind: 'block' as const, userId: among },
      ],
    },
    { _id: 0, userId: 1, otherId: 1 },
  )
    .session(session)
    .lean<Pick<RelationDocument, 'userId' | 'otherId'>[]>()
  const [own, theirs] = [new Set<string>(), new Set<string>()]
  for (const row of rows)
    if (row.userId.toHexString() === userId) own.add(row.otherId.toHexString())
    else theirs.add(row.userId.toHexString())
  return { blocking: own, blockedBy: theirs }
}
