import { Types, type Collection } from 'mongoose'
import type { ActorView } from '#contract/people.ts'
import type { AuthorSnapshot } from './posts.model.ts'

/** A collection with authorId, author, createdAt and rev, and the index { authorId, createdAt, _id }. */
interface Authored {
  readonly collection: Collection
}

export const authorSnapshotOf = ({
  displayName,
  handle,
  avatarUrl,
}: Omit<ActorView, 'id'>): AuthorSnapshot => ({
  displayName,
  handle,
  avatarUrl,
})

const GROUP = 500

/**
 * Writes a person's card to all their records that hold another one, in portions, and raises each rev. May
 * run again. Throws between two portions when the signal fires.
 */
export async function rewriteSnapshots(
  { collection }: Authored,
  actor: ActorView,
  signal?: AbortSignal,
): Promise<void> {
  const author = authorSnapshotOf(actor)
  const write = (ids: Types.ObjectId[]) =>
    collection.updateMany(
      { _id: { $in: ids }, author: { $ne: author } },
      { $set: { author }, $inc: { rev: 1 } },
    )
  const options = { projection: { _id: 1 }, sort: { createdAt: -1, _id: -1 }, batchSize: GROUP } as const
  let group: Types.ObjectId[] = []
  for await (const { _id } of collection.find({ authorId: new Types.ObjectId(actor.id) }, options)) {
    group.push(_id)
    if (group.length < GROUP) continue
    signal?.throwIfAborted()
    await write(group)
    group = []
  }
  if (group.length > 0) await write(group)
}
