import type { mongo } from 'mongoose'

/** What a migration works with. It uses the driver: models change with the code, a migration never does. */
export interface MigrationContext {
  readonly db: mongo.Db
  /** Aborted when this process has lost the lock: another one goes on then. */
  readonly signal: AbortSignal
  /**
   * Walks through the documents that match, in the order of `_id`, a group at a time, and keeps in the store
   * how far it came: a migration that was cut short goes on there. Changes of the last group may be made
   * twice, so they must be the same the second time. One walk a collection and migration.
   */
  eachGroup(
    collection: string,
    filter: mongo.Filter<mongo.Document>,
    change: (documents: mongo.Document[]) => Promise<void>,
  ): Promise<void>
}

/**
 * One numbered change of stored data: forward only, run once. It must survive being cut short and begun
 * again, and leave the store readable for the version before, whose processes may still run while a deploy
 * goes on.
 */
export interface Migration {
  /** The file's name, for instance `0001-lower-case-tags`. Never changed once released. */
  readonly name: string
  /** One sentence for `npm run migrate -- --dry-run`. */
  readonly does: string
  run(context: MigrationContext): Promise<void>
}
