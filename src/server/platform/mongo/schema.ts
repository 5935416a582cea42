import { Schema } from 'mongoose'

/**
 * A definition of every field of a document: the compiler asks for a new one. Mongoose drops a field without a
 * definition when it writes.
 */
export type SchemaFields<Document> = Record<Exclude<keyof Document, '_id'>, unknown> & { _id?: unknown }

type Fields<T> = ConstructorParameters<typeof Schema<T>>[0]

/**
 * The schema of a collection. The start makes its indexes (indexes.ts), and a `rev` takes the place of Mongoose's
 * version key. `Defined`: the fields with a definition, where the schema is not strict and stores others as well.
 */
export const schemaOf = <T, Defined extends keyof T = keyof T>(
  collection: string,
  fields: Fields<T> & SchemaFields<Pick<T, Defined>>,
): Schema<T> => new Schema<T>(fields, { versionKey: false, autoIndex: false, autoCreate: false, collection })
