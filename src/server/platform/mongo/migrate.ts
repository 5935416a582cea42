import mongoose from 'mongoose'
import { logger } from '../logger.ts'
import { VERSION, isOlder } from '../version.ts'
import {
  createMissing,
  dropIndexes,
  planIndexes,
  rebuildIndexes,
  type IndexPlan,
  type IndexedModel,
} from './indexes.ts'
import type { Migration } from './migration.ts'
import { underMigrationLock } from './migration-lock.ts'
import { pendingMigrations, runMigration, skipMigrations } from './migrations.ts'
import { MigrationModel } from './migrations.model.ts'
import { StoreError } from './store-error.ts'

/** What the code declares of the store. */
export interface Schema {
  readonly models: readonly IndexedModel[]
  readonly migrations: readonly Migration[]
}

/** Stands in `migrations` while a backup is put into this store: nobody may begin to live in half a house. */
export const RESTORING = 'restoring'

/** What is still to be done to the store before this code can work with it. */
export interface MigrationPlan {
  readonly migrations: readonly Migration[]
  readonly indexes: IndexPlan
  /** A newer version has worked with this store: this one drops and rebuilds nothing. */
  readonly outdated: boolean
}

/**
 * Compares the store with what the code declares; changes nothing. Throws a `StoreError` where the store is
 * newer than the code.
 */
export async function planMigration({ models, migrations }: Schema): Promise<MigrationPlan> {
  if (await MigrationModel.exists({ _id: RESTORING }))
    throw new StoreError(
      'A backup was being restored into this store, and that did not come to its end. Run the restore again.',
    )
  const [pending, indexes, noted] = await Promise.all([
    pendingMigrations(migrations),
    planIndexes(models),
    notedVersion(),
  ])
  return { migrations: pending, indexes, outdated: noted !== undefined && isOlder(VERSION, noted) }
}

/**
 * Brings the store to what the code declares, before anybody is let in: migrations in order, then collections
 * and indexes. One process at a time does it; the others wait and find nothing left to do. Plain indexes that
 * are no longer declared stay, because a process of the version before may still name them: see
 * `dropObsolete`.
 */
export async function migrate(schema: Schema): Promise<void> {
  const [plan, noted] = await Promise.all([planMigration(schema), notedVersion()])
  if (isDone(plan) && noted && !isOlder(noted, VERSION)) return
  await underMigrationLock(async (signal) => {
    const pending = await pendingMigrations(schema.migrations)
    if (pending.length > 0 && (await isNew(schema))) await skipMigrations(pending)
    else for (const migration of pending) await runMigration(migration, signal)
    // Only now: a migration may have made or dropped some.
    const { indexes, outdated } = await planMigration(schema)
    await createMissing(indexes)
    if (outdated) return
    await rebuildIndexes(indexes.rebuild)
    await dropIndexes(indexes.drop.filter(({ acts }) => acts))
    await MigrationModel.updateOne({ _id: 'version' }, { $set: { version: VERSION } }, { upsert: true })
  })
  logger.debug({ collections: schema.models.length }, 'collections and indexes are in place')
}

/**
 * Drops the indexes that are no longer declared: once no process of an older version runs. Answers what was
 * dropped.
 */
export async function dropObsolete(schema: Schema): Promise<IndexPlan['drop']> {
  const { indexes, outdated } = await planMigration(schema)
  if (outdated) return []
  await dropIndexes(indexes.drop)
  return indexes.drop
}

// A deploy that replaces processes one by one is over by then.
const OBSOLETE_AFTER_MS = 3600_000

/** Drops what is no longer declared an hour from now. Returns the function that calls it off. */
export function dropObsoleteLater(schema: Schema): () => void {
  const drop = () =>
    dropObsolete(schema).then(
      (dropped) =>
        dropped.length > 0 &&
        logger.info(
          { dropped: dropped.map(({ collection, name }) => `${collection}.${name}`) },
          'indexes that are no longer declared are dropped',
        ),
      (error: unknown) =>
        logger.error({ err: error }, 'indexes that are no longer declared could not be dropped'),
    )
  const timer = setTimeout(() => void drop(), OBSOLETE_AFTER_MS).unref()
  return () => clearTimeout(timer)
}

const isDone = ({ migrations, indexes, outdated }: MigrationPlan): boolean =>
  migrations.length + indexes.collections.length + indexes.create.length === 0 &&
  (outdated || indexes.rebuild.length + indexes.drop.filter(({ acts }) => acts).length === 0)

const notedVersion = async (): Promise<string | undefined> =>
  (await MigrationModel.findById('version').lean())?.version

// The lock is there already; whatever a person or the product has written counts.
async function isNew({ models }: Schema): Promise<boolean> {
  const names = models
    .map(({ collection }) => collection.collectionName)
    .filter((name) => name !== MigrationModel.collection.collectionName)
  const first = await Promise.all(
    names.map((name) => mongoose.connection.collection(name).findOne({}, { projection: { _id: 1 } })),
  )
  return !(await notedVersion()) && first.every((document) => document === null)
}
