import { MongoClient } from 'mongodb'
import { attachEmbedded } from '#embedded-mongo/embedded-mongo.ts'

/** Makes a person an admin in the store, which its servers notice within five seconds. */
export async function makeAdmin(storeUri: string, handle: string): Promise<void> {
  const client = await MongoClient.connect(storeUri)
  try {
    const users = client.db().collection('users')
    const change = { $set: { isAdmin: true, updatedAt: new Date() }, $inc: { rev: 1 } }
    const { matchedCount } = await users.updateOne({ handle }, change)
    if (matchedCount !== 1) throw new Error(`There is no @${handle}.`)
  } finally {
    await client.close()
  }
}

/** The same in the embedded store of a server's data folder. A run of `npm run admin` would take two seconds of a core. */
export async function makeAdminIn(dataDir: string, handle: string): Promise<void> {
  const store = await attachEmbedded(dataDir)
  try {
    await makeAdmin(store!.uri, handle)
  } finally {
    await store!.close()
  }
}
