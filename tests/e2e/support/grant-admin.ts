import { MongoClient } from 'mongodb'
import { attachEmbedded } from '#embedded-mongo/embedded-mongo.ts'

/**
 * Makes a person an admin in the store, which the server notices within five seconds. A run of `npm run admin`
 * would take two seconds of a core; its tests are in tests/api/admin/users-admins.test.ts.
 */
export async function grantAdmin(handle: string, dataDir = process.env['E2E_DATA_DIR']!): Promise<void> {
  const store = await attachEmbedded(dataDir)
  const client = await MongoClient.connect(store!.uri)
  try {
    const users = client.db().collection('users')
    const change = { $set: { isAdmin: true, updatedAt: new Date() }, $inc: { rev: 1 } }
    const { matchedCount } = await users.updateOne({ handle }, change)
    if (matchedCount !== 1) throw new Error(`There is no @${handle}.`)
  } finally {
    await client.close()
    await store!.close()
  }
}
