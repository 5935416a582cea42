import { Schema } from 'mongoose'

/**
 * A definition of every field of a document: the compiler asks for a new one. Mongoose drops a field without a
 * definition when it writes.
 */
type SchemaFields<Document> = Record<Exclude<keyof Document, '_id'>, unknown> & { _id?: unknown }

type Fields<T> = SchemaFields<T> & ConstructorParameters<typeof Schema<T>>[0]

/** How a collection is split over the shards of a cluster: its key, or why it stays whole. */
export type Sharding = { readonly key: Readonly<Record<string, 1 | 'hashed'>> } | { readonly whole: string }

/** Split by a field: what it groups is on one shard. Each unique index must begin with it. */
export const by = (field: string): Sharding => ({ key: { [field]: 1 } })

/** Split by the hash of the id, evenly. No other field can be unique. */
export const byId: Sharding = { key: { _id: 'hashed' } }

/** All of it is on one shard, for this reason. */
export const whole = (reason: string): Sharding => ({ whole: reason })

const shardings = new Map<string, Sharding>()

/** What the model of a collection declares. */
export const shardingOf = (collection: string): Sharding | undefined => shardings.get(collection)

/**
 * The schema of a collection. The start makes its indexes (indexes.ts), and a `rev` takes the place of Mongoose's
 * version key.
 */
export function schemaOf<T>(collection: string, sharding: Sharding, fields: Fields<T>): Schema<T> {
  shardings.set(collection, sharding)
  return new Schema<T>(fields, { versionKey: false, autoIndex: false, autoCreate: false, collection })
}
