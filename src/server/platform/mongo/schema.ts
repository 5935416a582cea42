import { Schema } from 'mongoose'

/**
 * A definition of every field of a document: the compiler asks for a new one. Mongoose drops a field without a
 * definition when it writes.
 */
type SchemaFields<Document> = Record<Exclude<keyof Document, '_id'>, unknown> & { _id?: unknown }

type Fields<T> = SchemaFields<T> & ConstructorParameters<typeof Schema<T>>[0]

/**
 * The schema of a collection. The start makes its indexes (indexes.ts), and a `rev` takes the place of Mongoose's
 * version key.
 */
export const schemaOf = <T>(collection: string, fields: Fields<T>): Schema<T> =>
  new Schema<T>(fields, { versionKey: false, autoIndex: false, autoCreate: false, collection })
