import { Types, type Collection } from 'mongoose'
import type { ActorView } from '#contract/users.ts'
import { bus } from '#server/platform/bus.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import type { AuthorSnapshot } from './posts.model.ts'

/** A collection of what people write: each document has authorId, author, createdAt and rev, and an index { authorId, createdAt, _id }. */
interface Authored {
  readonly modelName: string
  readonly collection: Collection
}

export const snapshotOf = ({ displayName, handle, avatarUrl }: Omit<ActorView, 'id'>): AuthorSnapshot => ({ displayName, handle, avatarUrl })

const GROUP = 500

/**
 * Writes a person's new name and picture on everything they have written, in portions that hold nobody up, and raises
 * each rev. Of several changes in a row only the last is written. `done` follows when all is written.
 */
export function followAuthors(model: Authored, done: (authorId: string) => void | Promise<void> = () => undefined): () => void {
  const waiting = new Map<string, ActorView>()
  return bus.on('user:updated', async ({ actor }) => {
    waiting.set(actor.id, actor)
    await oneAtATime(`snapshots:${model.modelName}:${actor.id}`, async () => {
      const latest = waiting.get(actor.id)
      if (!waiting.delete(actor.id) || !latest) return
      await rewriteSnapshots(model.collection, latest)
      await done(actor.id)
    })
  })
}

/** Writes a card wherever it is not what the collection holds of this person. Doing it again changes nothing. */
export async function rewriteSnapshots(collection: Collection, actor: ActorView): Promise<void> {
  const author = snapshotOf(actor)
  const write = (ids: Types.ObjectId[]) => collection.updateMany({ _id: { $in: ids }, author: { $ne: author } }, { $set: { author }, $inc: { rev: 1 } })
  const options = { projection: { _id: 1 }, sort: { createdAt: -1, _id: -1 }, batchSize: GROUP } as const
  let group: Types.ObjectId[] = []
  for await (const { _id } of collection.find({ authorId: new Types.ObjectId(actor.id) }, options)) {
    group.push(_id)
    if (group.length < GROUP) continue
    await write(group)
    group = []
  }
  if (group.length > 0) await write(group)
}
