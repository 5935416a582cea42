import { trusted } from 'mongoose'
import { batchReads } from '../cache/batched-reads.ts'

/** A mongoose model, whatever its methods. */
interface Readable {
  find(filter: object): { lean<T>(): PromiseLike<T> }
}

/**
 * Reads plain records by their ids, all that are asked for in the same moment together (see `batchReads`).
 * Answers undefined for an id without a record. Every id must be one of the collection's kind.
 */
export const loadById = <D extends { _id: unknown }>(
  model: Readable,
  max = 200,
): ((id: string) => Promise<D | undefined>) =>
  batchReads<D>({
    max,
    async load(ids) {
      const rows = await model.find({ _id: trusted({ $in: [...ids] }) }).lean<D[]>()
      return new Map(rows.map((row) => [String(row._id), row]))
    },
  })
