import { Types, type Model, type mongo } from 'mongoose'
import type { ReactionCounts, ReactionEmoji } from '#contract/posts.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { clock } from '#server/platform/clock.ts'

/** A person's reaction to a thing. The thing's counters are derived from these rows. */
export interface ReactionRow {
  _id: Types.ObjectId
  userId: Types.ObjectId
  emoji: ReactionEmoji
  createdAt: Date
}

/** A person's reaction before and after; null: none. */
export interface ReactionChange {
  userId: string
  rowId: Types.ObjectId
  had: ReactionEmoji | null
  now: ReactionEmoji | null
}

/** What a person's choice changes. `wanted`: the reaction after it, by the one before. */
export function changeOf(
  userId: string,
  held: ReadonlyMap<string, ReactionRow>,
  wanted: (had: ReactionEmoji | null) => ReactionEmoji | null,
): ReactionChange {
  const row = held.get(userId)
  const had = row?.emoji ?? null
  return { userId, rowId: row?._id ?? clock.id(), had, now: wanted(had) }
}

/** The counts after these changes of different people. */
export function countsAfter(counts: ReactionCounts, changes: readonly ReactionChange[]): ReactionCounts {
  const after = { ...counts }
  for (const { had, now } of changes) {
    if (had) after[had] = (after[had] ?? 0) - 1
    if (now) after[now] = (after[now] ?? 0) + 1
    if (had && after[had]! <= 0) delete after[had]
  }
  return after
}

/** How many rows one write deletes, so that other writes do not wait. */
const PORTION = 1000

/** The rows of one kind of thing. `field` has the id of the thing. */
export function reactionRows<Row extends ReactionRow>(
  model: Pick<Model<Row>, 'collection'>,
  field: keyof Row & string,
) {
  const rows = model.collection
  const to = (thingId: string) => ({ [field]: new Types.ObjectId(thingId) })
  return {
    /** The rows of these people, by person. */
    async heldBy(
      { session }: Transaction,
      thingId: string,
      userIds: readonly string[],
    ): Promise<ReadonlyMap<string, Row>> {
      const people = { userId: { $in: userIds.map((id) => new Types.ObjectId(id)) } }
      const held = (await rows.find({ ...to(thingId), ...people }, { session }).toArray()) as unknown as Row[]
      return new Map(held.map((row) => [row.userId.toHexString(), row]))
    },

    /** Writes the changes of different people. `fields`: what the rows of this thing have besides. */
    async write(
      { session }: Transaction,
      fields: Omit<Row, keyof ReactionRow>,
      changes: readonly ReactionChange[],
    ): Promise<void> {
      const createdAt = clock.date()
      const thing = { [field]: (fields as Partial<Row>)[field] }
      const writes = changes.map(({ userId, rowId, had, now }): mongo.AnyBulkWriteOperation => {
        const filter = { _id: rowId, ...thing }
        if (!now) return { deleteOne: { filter } }
        if (had) return { updateOne: { filter, update: { $set: { emoji: now, createdAt } } } }
        const person = { _id: rowId, userId: new Types.ObjectId(userId) }
        return { insertOne: { document: { ...person, ...fields, emoji: now, createdAt } } }
      })
      await rows.bulkWrite(writes, { session, ordered: false })
    },

    /** Deletes a person's reaction; null without one. */
    async take({ session }: Transaction, thingId: string, userId: string): Promise<ReactionChange | null> {
      const person = { userId: new Types.ObjectId(userId) }
      const had = (await rows.findOneAndDelete(
        { ...to(thingId), ...person },
        { session },
      )) as unknown as Row | null
      return had && { userId, rowId: had._id, had: had.emoji, now: null }
    },

    /** Counts the rows. */
    async count({ session }: Transaction, thingId: string): Promise<ReactionCounts> {
      const groups = await rows
        .aggregate<{ _id: ReactionEmoji; count: number }>(
          [{ $match: to(thingId) }, { $group: { _id: '$emoji', count: { $sum: 1 } } }],
          { session },
        )
        .toArray()
      return Object.fromEntries(groups.map(({ _id: emoji, count }) => [emoji, count]))
    },

    /** Deletes the reactions of a deleted thing. */
    async removeAll(thingId: string): Promise<void> {
      for (;;) {
        const some = await rows
          .find(to(thingId), { projection: { _id: 1 } })
          .limit(PORTION)
          .toArray()
        if (some.length === 0) return
        await rows.deleteMany({ _id: { $in: some.map(({ _id }) => _id) } })
      }
    },
  }
}
