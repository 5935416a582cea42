import type { mongo, Types } from 'mongoose'
import type { CursorRange } from '../cursor-pages.ts'

/** A record with its words (words.ts), which are stored with it and so can never differ from it. */
export interface Worded {
  _id: Types.ObjectId
  createdAt: Date
  words?: string[]
}

/** A collection that is searched. */
export interface Searched<D extends Worded> {
  collection: mongo.Collection<D>
  /** The index of a scope's fields, if it has any, and `words -createdAt -_id`. */
  index: mongo.Hint
  /** What is read of a record, its words and its text among it. Default: all. */
  projection?: mongo.Document
  textOf: (record: D) => string
  /** The field with its author. */
  author: keyof D & string
  /** The field with the conversation it belongs to. */
  thread?: keyof D & string
  /** Finds what a walk of the index would be too long for. Default: a page ends there, and the next one goes on. */
  older?: Older<D>
}

interface Older<D> {
  /** What was written before this moment is known here, epoch ms. */
  knownTo: (before: number | null) => Promise<number>
  find: (wanted: Wanted, before: number, enough: number) => Promise<D[]>
}

/** Records that are searched together. */
export interface Scope {
  /** One range of the index, or up to 200 that the store merges. */
  filter: object
  /** The same for an engine: these threads alone. */
  threads?: readonly Types.ObjectId[]
  /** When the newest of them was written, epoch ms. */
  newest: number
}

/** Gone through again and again in one search, those with the newest records first. */
export interface Scopes<S extends Scope> {
  each: () => AsyncIterable<S>
}

/** What is searched for. */
export interface Wanted {
  /** All of them. The first one, usually the rarest, is tried first; none: the scope's filter says which. */
  words: readonly string[]
  /** Pieces that must be in the text as they are. */
  literals: readonly string[]
  /** Who must have written it. */
  by?: Types.ObjectId
  /** Epoch ms. */
  since?: number | null
}

/** A row of an index range. */
export interface Row<S> {
  at: number
  /** The record; null when it does not fit. */
  id: Types.ObjectId | null
  scope: S
}

/** Reads the rows of a scope in a range of time, newest first. */
export type ReadScope<S extends Scope> = (scope: S, range: CursorRange) => Promise<Row<S>[]>

const inEngine = new Map<string, Searched<never>>()

/** Declares a collection that an engine would have. */
export function defineSearched<D extends Worded>(where: Searched<D>): Searched<D> {
  inEngine.set(where.collection.collectionName, where as unknown as Searched<never>)
  return where
}

/** The declared collections by their names. */
export const searchedCollections: ReadonlyMap<string, Searched<never>> = inEngine
