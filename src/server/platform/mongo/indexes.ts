import mongoose, { type IndexDefinition, type IndexOptions, type mongo } from 'mongoose'
import { StoreError } from './store-error.ts'

/** What the comparison needs of a mongoose model. */
export interface IndexedModel {
  readonly modelName: string
  readonly collection: { readonly collectionName: string }
  diffIndexes(options: {
    indexOptionsToCreate: true
  }): Promise<{ toDrop: string[]; toCreate: [IndexDefinition, IndexOptions][] }>
}

/** An index that differs from its declaration. */
export interface IndexChange {
  readonly collection: string
  readonly name: string
}

type Declared = IndexChange & { readonly spec: mongo.IndexDescription }

/** How the store's collections and indexes differ from the models. */
export interface IndexPlan {
  /** Declared collections that do not exist. */
  readonly collections: readonly string[]
  readonly create: readonly Declared[]
  /** Same name, other options: dropped and created again. */
  readonly rebuild: readonly Declared[]
  /**
   * Not declared any more. `acts`: it rejects or deletes documents (unique, TTL), so it must be dropped at
   * once.
   */
  readonly drop: readonly (IndexChange & { readonly acts: boolean })[]
}

const database = () => mongoose.connection.getClient().db(mongoose.connection.name)

/** Compares the indexes of all declared collections with the store. Other collections are ignored. */
export async function planIndexes(models: readonly IndexedModel[]): Promise<IndexPlan> {
  const there = new Set(
    (await database().listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name),
  )
  const plans: Omit<IndexPlan, 'collections'>[] = []
  await forEach([...models.entries()], async ([at, model]) => {
    plans[at] = await planOf(model, there.has(model.collection.collectionName))
  })
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

// MongoDB's default name.
const nameOf = (key: IndexDefinition): string => Object.entries(key).flat().join('_')

async function actingIndexes(collection: string): Promise<Set<string>> {
  const indexes = await database().collection(collection).indexes()
  return new Set(
    indexes
      .filter(({ unique, expireAfterSeconds }) => unique || expireAfterSeconds !== undefined)
      .map(({ name }) => name!),
  )
}

/** Creates missing collections and indexes, one command a collection. */
export async function createMissing({
  collections,
  create,
}: Pick<IndexPlan, 'collections' | 'create'>): Promise<void> {
  const byCollection = Map.groupBy(create, ({ collection }) => collection)
  await forEach([...new Set([...collections, ...byCollection.keys()])], async (name) => {
    const indexes = byCollection.get(name)
    // A transaction must not have to create a collection.
    await (indexes ? build(name, indexes) : database().createCollection(name))
  })
}

/**
 * Collections that are looked at or built at once. A build may take minutes and holds a connection, as does a look at
 * a collection that another process builds; the renewal of the migration's lock needs one as well.
 */
const AT_ONCE = 8

async function forEach<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = all.values()
  const takeTurns = async () => {
    for (const one of waiting) await work(one)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, takeTurns))
}

/** Drops and recreates the indexes whose options have changed. */
export async function rebuildIndexes(rebuild: IndexPlan['rebuild']): Promise<void> {
  for (const index of rebuild) {
    await dropIndexes([index])
    await build(index.collection, [index])
  }
}

/** Drops indexes; an index that another process has dropped meanwhile is no error. */
export async function dropIndexes(indexes: readonly IndexChange[]): Promise<void> {
  for (const { collection, name } of indexes) {
    try {
      await database().collection(collection).dropIndex(name)
    } catch (error) {
      if ((error as mongo.MongoServerError).codeName !== 'IndexNotFound') throw error
    }
  }
}

/** An index of millions of documents takes minutes. The driver has the option, and its types do not. */
const UNLIMITED: object = { socketTimeoutMS: 0 }

async function build(collection: string, indexes: readonly Declared[]): Promise<void> {
  try {
    await database()
      .collection(collection)
      .createIndexes(
        indexes.map(({ spec }) => spec),
        UNLIMITED,
      )
  } catch (error) {
    const names = indexes.map(({ name }) => name).join(', ')
    throw new StoreError(
      `The indexes ${names} of the collection ${collection} cannot be built: ${(error as Error).message}. Nothing was lost; correct those documents, then start again.`,
      { cause: error },
    )
  }
}
