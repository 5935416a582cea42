import mongoose, { type mongo } from 'mongoose'
import { logger } from '../logger.ts'
import { VERSION } from '../version.ts'
import type { Migration, MigrationContext } from './migration.ts'
import { MigrationModel } from './migrations.model.ts'
import { StoreError } from './store-error.ts'
import { clock } from '../clock.ts'

const GROUP = 500
const NUMBERED = /^\d{4}-/

/**
 * The migrations that this store still needs, in order. Throws a `StoreError` when the store is newer than
 * the code.
 */
export async function pendingMigrations(migrations: readonly Migration[]): Promise<Migration[]> {
  const rows = await MigrationModel.find({ _id: mongoose.trusted({ $regex: NUMBERED }) }).lean()
  const known = new Set(migrations.map(({ name }) => name))
  const strange = rows.map(({ _id }) => _id).filter((name) => !known.has(name))
  if (strange.length > 0)
    throw new StoreError(
      `This store was changed by a newer version of the code (${strange.sort().join(', ')}), which this version ${VERSION} does not know. Start that newer version, or restore a backup made before it.`,
    )
  const done = new Set(rows.filter(({ finishedAt }) => finishedAt).map(({ _id }) => _id))
  return migrations.filter(({ name }) => !done.has(name))
}

/** Records migrations as done without running them, for a new store. */
export async function skipMigrations(migrations: readonly Migration[]): Promise<void> {
  for (const { name } of migrations)
    await finish(name, {
      startedAt: clock.date(),
      finishedAt: clock.date(),
      milliseconds: 0,
      version: VERSION,
      skipped: true,
    })
}

/** Runs one migration and records it as done. An interrupted one continues where it stopped. */
export async function runMigration({ name, does, run }: Migration, signal: AbortSignal): Promise<void> {
  const started = performance.now()
  logger.info({ migration: name }, does)
  await finish(name, { startedAt: clock.date(), version: VERSION })
  await run(contextOf(name, signal))
  signal.throwIfAborted()
  const milliseconds = Math.round(performance.now() - started)
  await finish(name, { finishedAt: clock.date(), milliseconds })
  logger.info({ migration: name, milliseconds }, 'migration done')
}

const finish = (name: string, fields: object) =>
  MigrationModel.updateOne({ _id: name }, { $set: fields }, { upsert: true })

function contextOf(name: string, signal: AbortSignal): MigrationContext {
  const db = mongoose.connection.getClient().db(mongoose.connection.name)
  return {
    db,
    signal,
    eachGroup: (collection, filter, change) => walk({ name, db, signal }, collection, filter, change),
  }
}

async function walk(
  { name, db, signal }: Pick<MigrationContext, 'db' | 'signal'> & { name: string },
  collection: string,
  filter: mongo.Filter<mongo.Document>,
  change: (documents: mongo.Document[]) => Promise<void>,
): Promise<void> {
  const row = await MigrationModel.findById(name).lean()
  let reached = row?.reached?.[collection]
  for (;;) {
    signal.throwIfAborted()
    const after =
      reached === undefined ? filter : { $and: [filter, { _id: { $gt: reached as mongo.ObjectId } }] }
    const documents = await db.collection(collection).find(after).sort({ _id: 1 }).limit(GROUP).toArray()
    if (documents.length === 0) return
    await change(documents)
    reached = documents.at(-1)!._id
    await MigrationModel.updateOne({ _id: name }, { $set: { [`reached.${collection}`]: reached } })
  }
}
