import type { mongo } from 'mongoose'
import type { Migration } from '#server/platform/mongo/migration.ts'

interface Account {
  _id: mongo.ObjectId
  handle: string
  email: string
  googleId?: string
}

interface Claim {
  _id: string
  userId: mongo.ObjectId
}

/** Until version 0.3 unique indexes of the accounts kept these apart. */
export const claimsOfAccounts: Migration = {
  name: '0019-account-claims',
  does: 'Writes for each account which handle, address and Google account it has.',
  async run({ db, eachGroup }) {
    await eachGroup('users', {}, async (documents) => {
      const claims = (documents as unknown as Account[]).flatMap(claimsOf)
      await db.collection<Claim>('account_claims').bulkWrite(
        claims.map(({ _id, userId }) => ({
          updateOne: { filter: { _id }, update: { $set: { userId } }, upsert: true },
        })),
      )
    })
  },
}

const claimsOf = ({ _id: userId, handle, email, googleId }: Account): Claim[] => [
  { _id: `handle:${handle}`, userId },
  { _id: `email:${email}`, userId },
  ...(googleId === undefined ? [] : [{ _id: `googleId:${googleId}`, userId }]),
]
