import type { Migration } from '#server/platform/mongo/migration.ts'

/** Until then a person was last seen by their sessions, which end. */
export const lastSeenOfPeople: Migration = {
  name: '0013-last-seen',
  does: 'Stores at each person when they last used a session, else when they last logged in.',
  async run({ db }) {
    await db
      .collection('users')
      .updateMany({ lastSeenAt: { $exists: false }, lastLoginAt: { $type: 'date' } }, [
        { $set: { lastSeenAt: '$lastLoginAt' } },
      ])
    await db
      .collection('sessions')
      .aggregate([
        { $match: { 'session.passport.user': { $type: 'string' }, lastModified: { $type: 'date' } } },
        { $group: { _id: { $toObjectId: '$session.passport.user' }, lastSeenAt: { $max: '$lastModified' } } },
        {
          $merge: {
            into: 'users',
            whenNotMatched: 'discard',
            whenMatched: [{ $set: { lastSeenAt: { $max: ['$lastSeenAt', '$$new.lastSeenAt'] } } }],
          },
        },
      ])
      .toArray()
  },
}
