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

/** The code's declaration of the store. */
export interface Schema {
  readonly models: readonly IndexedModel[]
  readonly migrations: readonly Migration[]
}

/** Marks in `migrations` that a backup is being restored: no server may start on half the data. */
export const RESTORING = 'restoring'

/** What must be done before this code can work with the store. */
export interface MigrationPlan {
  readonly migrations: readonly Migration[]
  readonly indexes: IndexPlan
  /** A newer version has used this store: this one drops and rebuilds nothing. */
  readonly outdated: boolean
}

/**
 * Compares the store with the code's declaration; changes nothing. Throws a `StoreError` when the store is
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
    recordedVersion(),
  ])
  return { migrations: pending, indexes, outdated: noted !== undefined && isOlder(VERSION, noted) }
}

/**
 * Updates the store to the code's declaration before the server starts: migrations in order, then collections
 * and indexes. One process at a time; the others wait and find nothing left to do. Plain indexes that are not
 * declared any more stay, because a process of the version before may still use them: see `dropObsolete`.
 */
export async function migrate(schema: Schema): Promise<void> {
  const [plan, noted] = await Promise.all([planMigration(schema), recordedVersion()])
  if (isDone(plan) && noted && !isOlder(noted, VERSION)) return
  await underMigrationLock(async (signal) => {
    const pending = await pendingMigrations(schema.migrations)
    if (pending.length > 0 && (await isNew(schema))) await skipMigrations(pending)
    else for (const migration of pending) await runMigration(migration, signal)
    // Read now: a migration may have created or dropped some.
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
 * The missing indexes that may be built ahead of a deploy. Those that refuse or delete documents (unique, TTL) wait
 * for it: the version that still runs does not know them.
 */
export const aheadOf = ({ create }: IndexPlan): IndexPlan['create'] =>
  create.filter(({ spec: { unique, expireAfterSeconds } }) => !unique && expireAfterSeconds === undefined)

/**
 * Builds indexes while the version before still runs, and changes nothing else: the deploy then does not wait for
 * them.
 */
export async function buildAhead(schema: Schema): Promise<void> {
  await underMigrationLock(async () => {
    const { indexes } = await planMigration(schema)
    await createMissing({ collections: [], create: aheadOf(indexes) })
  })
}

/**
 * Drops the indexes that are not declared any more, for `npm run migrate`: only operators know when no process of
 * an older version runs. Returns their names.
 */
export async function dropObsolete(schema: Schema): Promise<IndexPlan['drop']> {
  const { indexes, outdated } = await planMigration(schema)
  if (outdated) return []
  await dropIndexes(indexes.drop)
  return indexes.drop
}

const isDone = ({ migrations, indexes, outdated }: MigrationPlan): boolean =>
  migrations.length + indexes.collections.length + indexes.create.length === 0 &&
  (outdated || indexes.rebuild.length + indexes.drop.filter(({ acts }) => acts).length === 0)

const recordedVersion = async (): Promise<string | undefined> =>
  (await MigrationModel.findById('version').lean())?.version

// The lock's document does not count, all other documents do.
async function isNew({ models }: Schema): Promise<boolean> {
  const names = models
    .map(({ collection }) => collection.collectionName)
    .filter((name) => name !== MigrationModel.collection.collectionName)
  const first = await Promise.all(
    names.map((name) => mongoose.connection.collection(name).findOne({}, { projection: { _id: 1 } })),
  )
  return !(await recordedVersion()) && first.every((document) => document === null)
}
