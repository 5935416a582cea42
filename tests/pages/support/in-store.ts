import { MongoClient, type Db } from 'mongodb'
import { site } from './site.ts'

/** What the product has no call for is done in the store of the site. */
export async function inStore<T>(work: (store: Db) => Promise<T>): Promise<T> {
  const client = await MongoClient.connect((await site()).storeUri)
  try {
    return await work(client.db())
  } finally {
    await client.close()
  }
}
