import mongoose, { type mongo } from 'mongoose'
import { storage, type Storage } from '#server/platform/storage/storage.ts'

/** What is backed up: a database and the files that its records name. */
export interface Installation {
  readonly client: mongo.MongoClient
  readonly db: mongo.Db
  readonly files: Storage
}

/** The database and storage that this process is connected to. */
export async function thisInstallation(): Promise<Installation> {
  const client = mongoose.connection.getClient()
  return { client, db: client.db(mongoose.connection.name), files: await storage() }
}

/**
 * The collections that a backup leaves out. Ended sessions and used links would be valid again (a restore
 * drops mails for the same reason); presence is known again within a minute; locks belong to processes that
 * no longer run.
 */
const LEFT_OUT = new Set(['sessions', 'push_devices', 'reset_tokens', 'activeVisitors'])
const OF_PROCESSES = /^(lock|restoring|backup:.*)$/

export const isKept = (collection: string): boolean =>
  !LEFT_OUT.has(collection) && !collection.startsWith('system.')

/** Whether a document of a kept collection is restored. */
export const comesBack = (collection: string, id: unknown): boolean =>
  collection !== 'migrations' || !OF_PROCESSES.test(String(id))
