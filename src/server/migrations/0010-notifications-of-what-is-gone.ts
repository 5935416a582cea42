import { mongo } from 'mongoose'
import type { Migration, MigrationContext } from '#server/platform/mongo/migration.ts'

type Row = mongo.Document & {
  userId: mongo.ObjectId
  read: boolean
  data: { postId: string; commentId?: string }
}

/**
 * Until then a notification stayed when its post or comment was deleted. Reactions and follows that were taken back
 * before stay told: they lead to what is there.
 */
export const notificationsOfWhatIsGone: Migration = {
  name: '0010-notifications-of-what-is-gone',
  does: 'Takes notifications of deleted posts and comments out of the lists and counts, and lets Plunger Modes that began by themselves end.',
  async run({ db, eachGroup }) {
    // An offer took the place of a beginning. The job that watches such a mode ends it.
    const unending = { 'plunger.startedAt': { $exists: true }, 'plunger.endsAt': { $exists: false } }
    await db.collection('posts').updateMany(unending, { $set: { 'plunger.endsAt': new Date() } })
    await db
      .collection('notifications')
      .updateMany({ type: 'PLUNGER', 'data.stage': 'began' }, { $set: { 'data.stage': 'offered' } })
    await eachGroup('notifications', { 'data.postId': { $type: 'string' } }, async (documents) => {
      const rows = documents as Row[]
      const posts = await existing(
        db,
        'posts',
        rows.map(({ data }) => data.postId),
      )
      const comments = await existing(
        db,
        'comments',
        rows.flatMap(({ data }) => data.commentId ?? []),
      )
      for (const row of rows) {
        const { postId, commentId } = row.data
        const missing = !posts.has(postId) ? postId : commentId && !comments.has(commentId) ? commentId : null
        if (missing !== null) await setAside(db, row, missing)
      }
    })
  },
}

type Db = MigrationContext['db']

async function existing(db: Db, collection: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const _id = { $in: [...new Set(ids)].map((id) => new mongo.ObjectId(id)) }
  const found = await db
    .collection(collection)
    .find({ _id }, { projection: { _id: 1 } })
    .toArray()
  return new Set(found.map((one) => String(one._id)))
}

/** It comes back with a text that is only hidden. */
async function setAside(db: Db, row: Row, cause: string): Promise<void> {
  const { _id } = row
  const withdrawn = { ...row, cause, withdrawnAt: new Date() }
  await db.collection('withdrawn_notifications').replaceOne({ _id }, withdrawn, { upsert: true })
  const { deletedCount } = await db.collection('notifications').deleteOne({ _id })
  if (deletedCount === 0 || row.read) return
  await db
    .collection('notification_counters')
    .updateOne({ _id: row.userId, unread: { $gt: 0 } }, { $inc: { unread: -1, rev: 1 } })
}
