import { Types, trusted } from 'mongoose'
import { PORTION, type Erase } from '#server/platform/departed.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import { MediaModel, type MediaDocument } from './media.model.ts'
import { removeUnused } from './media.records.ts'
import { releaseMedia } from './media.uses.ts'

/**
 * Every picture and video, whatever still shows it: their posts and messages have let go of theirs before. A decree's
 * picture belongs to the decree, and stays with it.
 */
export const eraseMedia: Erase = async ({ id: ownerId }, { signal }) => {
  for (let after = new Types.ObjectId('0'.repeat(24)); ; ) {
    const some = await MediaModel.find({ ownerId, _id: trusted({ $gt: after }) }).sort({ _id: 1 }).limit(PORTION).lean<MediaDocument[]>()
    for (const media of some) {
      signal.throwIfAborted()
      await (media.usedBy.some(({ kind }) => kind === 'blog') ? disown(media) : remove(media))
    }
    if (some.length < PORTION) return
    after = some.at(-1)!._id
  }
}

// The picture's own id is nobody's.
const disown = ({ _id }: MediaDocument) => MediaModel.updateOne({ _id }, { $set: { ownerId: _id }, $inc: { rev: 1 } })

async function remove({ _id, usedBy }: MediaDocument): Promise<void> {
  for (const { kind, id } of usedBy) await transact((tx) => releaseMedia(tx, _id, kind, id))
  await removeUnused(_id)
}
