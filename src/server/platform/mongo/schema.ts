import { Schema } from 'mongoose'

type Fields<T> = ConstructorParameters<typeof Schema<T>>[0]

/**
 * The schema of a collection. The start makes its indexes (indexes.ts), and a `rev` takes the place of Mongoose's
 * version key.
 */
export const schemaOf = <T>(collection: string, fields: Fields<T>): Schema<T> =>
  new Schema<T>(fields, { versionKey: false, autoIndex: false, autoCreate: false, collection })
