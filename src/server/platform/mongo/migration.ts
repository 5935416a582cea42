import type { mongo } from 'mongoose'

/** A migration's tools. It uses the driver: models change with the code, a migration never does. */
export interface MigrationContext {
  readonly db: mongo.Db
  /** Aborted when this process loses the lock: another one then continues. */
  readonly signal: AbortSignal
  /**
   * Goes through the matching documents in the order of `_id`, in groups, and stores its progress: an
   * interrupted migration continues there. The last group may be processed twice, with the same result. One
   * walk for each collection and migration.
   */
  eachGroup(
    collection: string,
    filter: mongo.Filter<mongo.Document>,
    change: (documents: mongo.Document[]) => Promise<void>,
  ): Promise<void>
}

/**
 * A numbered change of stored data: forward only, run once. It must survive an interruption and a new start,
 * and leave the store readable for the version before, whose processes may still run during a deploy.
 */
export interface Migration {
  /** The file's name, for instance `0001-lower-case-tags`. Never changed after a release. */
  readonly name: string
  /** One sentence for `npm run migrate -- --dry-run`. */
  readonly does: string
  run(context: MigrationContext): Promise<void>
}
