import mongoose, { type IndexDefinition, type IndexOptions, type mongo } from 'mongoose'
import { StoreError } from './store-error.ts'

/** The part of a mongoose model that the comparison of indexes needs. */
export interface IndexedModel {
  readonly modelName: string
  readonly collection: { readonly collectionName: string }
  diffIndexes(options: {
    indexOptionsToCreate: true
  }): Promise<{ toDrop: string[]; toCreate: [IndexDefinition, IndexOptions][] }>
}

/** One index that differs from what the code declares. */
export interface IndexChange {
  readonly collection: string
  readonly name: string
}

type Declared = IndexChange & { readonly spec: mongo.IndexDescription }

/** How the store's collections and indexes differ from the models. */
export interface IndexPlan {
  /** Collections that are declared and not there. */
  readonly collections: readonly string[]
  readonly create: readonly Declared[]
  /** There under the same name with other options: dropped and made again. */
  readonly rebuild: readonly Declared[]
  /** No longer declared. `acts`: it refuses or deletes documents (unique, TTL), so that it cannot wait. */
  readonly drop: readonly (IndexChange & { readonly acts: boolean })[]
}

const database = () => mongoose.connection.getClient().db(mongoose.connection.name)

/**
 * Compares the indexes of every collection that is declared with those in the store. Other collections are
 * left alone.
 */
export async function planIndexes(models: readonly IndexedModel[]): Promise<IndexPlan> {
  const there = new Set(
    (await database().listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name),
  )
  const plans = await Promise.all(
    models.map((model) => planOf(model, there.has(model.collection.collectionName))),
  )
  return {
    collections: models.map(({ collection }) => collection.collectionName).filter((name) => !there.has(name)),
    create: plans.flatMap(({ create }) => create),
    rebuild: plans.flatMap(({ rebuild }) => rebuild),
    drop: plans.flatMap(({ drop }) => drop),
  }
}

async function planOf(model: IndexedModel, exists: boolean): Promise<Omit<IndexPlan, 'collections'>> {
  const collection = model.collection.collectionName
  const { toDrop, toCreate } = await model.diffIndexes({ indexOptionsToCreate: true })
  const declared = toCreate.map(([key, { background: _, ...options }]): Declared => {
    const name = options.name ?? nameOf(key)
    return { collection, name, spec: { ...options, name, key } as mongo.IndexDescription }
  })
  const differs = new Set(toDrop)
  const obsolete = toDrop.filter((name) => !declared.some((one) => one.name === name))
  const acting = exists && obsolete.length > 0 ? await actingIndexes(collection) : new Set<string>()
  return {
    create: declared.filter(({ name }) => !differs.has(name)),
    rebuild: declared.filter(({ name }) => differs.has(name)),
    drop: obsolete.map((name) => ({ collection, name, acts: acting.has(name) })),
  }
}

// As MongoDB names them by itself.
const nameOf = (key: IndexDefinition): string => Object.entries(key).flat().join('_')

async function actingIndexes(collection: string): Promise<Set<string>> {
  const indexes = await database().collection(collection).indexes()
  return new Set(
    indexes
      .filter(({ unique, expireAfterSeconds }) => unique || expireAfterSeconds !== undefined)
      .map(({ name }) => name!),
  )
}

/** Makes missing collections and indexes, all collections side by side, each with one command. */
export async function createMissing({
  collections,
  create,
}: Pick<IndexPlan, 'collections' | 'create'>): Promise<void> {
  const byCollection = Map.groupBy(create, ({ collection }) => collection)
  const bare = collections.filter((name) => !byCollection.has(name))
  await Promise.all([
    // A transaction may not have to make one.
    ...bare.map((name) => database().createCollection(name)),
    ...[...byCollection].map(([name, indexes]) => build(name, indexes)),
  ])
}

/** Drops and recreates the indexes whose options have changed. */
export async function rebuildIndexes(rebuild: IndexPlan['rebuild']): Promise<void> {
  for (const index of rebuild) {
    await dropIndexes([index])
    await build(index.collection, [index])
  }
}

/** Drops indexes; one that another process has dropped meanwhile is no error. */
export async function dropIndexes(indexes: readonly IndexChange[]): Promise<void> {
  for (const { collection, name } of indexes) {
    try {
      await database().collection(collection).dropIndex(name)
    } catch (error) {
      if ((error as mongo.MongoServerError).codeName !== 'IndexNotFound') throw error
    }
  }
}

async function build(collection: string, indexes: readonly Declared[]): Promise<void> {
  try {
    await database()
      .collection(collection)
      .createIndexes(indexes.map(({ spec }) => spec))
  } catch (error) {
    const names = indexes.map(({ name }) => name).join(', ')
    throw new StoreError(
      `The indexes ${names} of the collection ${collection} cannot be built: ${(error as Error).message}. Nothing was lost; correct those documents, then start again.`,
      { cause: error },
    )
  }
}
