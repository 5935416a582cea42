import { Types, type Collection } from 'mongoose'
import type { ActorView } from '#contract/people.ts'
import type { AuthorSnapshot } from './posts.model.ts'

/**
 * A collection of what people write: each document has authorId, author, createdAt and rev, and an index {
 * authorId, createdAt, _id }.
 */
interface Authored {
  readonly collection: Collection
}

export const snapshotOf = ({ displayName, handle, avatarUrl }: Omit<ActorView, 'id'>): AuthorSnapshot => ({
  displayName,
  handle,
  avatarUrl,
})

const GROUP = 500

/**
 * Writes a person's card on everything they have written that shows another, in portions that hold nobody up,
 * and raises each rev. Doing it again changes nothing. Throws between two portions when the signal fires.
 */
export async function rewriteSnapshots(
  { collection }: Authored,
  actor: ActorView,
  signal?: AbortSignal,
): Promise<void> {
  const author = snapshotOf(actor)
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
