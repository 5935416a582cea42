/**
 * A definition of every field of a document: the compiler asks for a new one. Mongoose drops a field without a
 * definition when it writes.
 */
export type SchemaFields<Document> = Record<Exclude<keyof Document, '_id'>, unknown> & { _id?: unknown }
