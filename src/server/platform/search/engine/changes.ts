import { setTimeout as pause } from 'node:timers/promises'
import mongoose, { type mongo, type Types } from 'mongoose'

/** Where in the store's own log of changes the engine has come to. */
export type Position = Pick<mongo.ChangeStreamOptions, 'resumeAfter' | 'startAtOperationTime'>

interface Touched {
  collection: string
  id: Types.ObjectId
}

/** The changes since a position cannot be had any more, or a collection has been dropped: all must be read again. */
export class ChangesLost extends Error {
  override name = 'ChangesLost'
}

/** Changes of words, one after the other. */
export interface Changes {
  /** What has been touched since the last call, and the position behind it. Throws ChangesLost. */
  take(): { touched: Touched[]; position: Position }
  /** Waits for a change, and a moment for further ones; at most `ms`, and until the signal fires. */
  wait(ms: number, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** So that changes that follow each other closely are written together. */
const GATHER_MS = 100
/** How long the store waits with an answer that has no change. */
const AWAIT_MS = 5_000

/** Follows the store's log from a position on: whatever writes a record, and however, is in it. */
export function followChanges(collections: readonly string[], from: Position): Changes {
  const stream = mongoose.connection.db!.watch(pipelineOf(collections), {
    ...from,
    maxAwaitTimeMS: AWAIT_MS,
  })
  let touched: Touched[] = []
  let failure: Error | undefined
  let heard: () => void = () => undefined
  stream.on('change', (change) => {
    if ('documentKey' in change) touched.push({ collection: change.ns.coll, id: change.documentKey._id })
    else failure = new ChangesLost(`The store told of '${change.operationType}'`)
    heard()
  })
  stream.on('error', (error: Error) => {
    failure = isOutOfReach(error) ? new ChangesLost(error.message) : error
    heard()
  })
  return {
    take() {
      if (failure) throw failure
      const taken = touched
      touched = []
      const position = stream.resumeToken ? { resumeAfter: stream.resumeToken } : from
      return { touched: taken, position }
    },
    async wait(ms, signal) {
      if (touched.length > 0 || failure || signal.aborted) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        heard = resolve
        signal.addEventListener('abort', () => resolve(), { once: true })
        void Promise.resolve().then(() => timer.unref())
      })
      if (!signal.aborted) await pause(GATHER_MS)
    },
    close: () => stream.close(),
  }
}

// ChangeStreamFatalError, ChangeStreamHistoryLost, InvalidResumeToken
const OUT_OF_REACH: readonly unknown[] = [280, 286, 260]
const isOutOfReach = (error: Error): boolean => 'code' in error && OUT_OF_REACH.includes(error.code)

const isOfWords = (field: object) => ({ $eq: [{ $substrCP: [field, 0, 5] }, 'words'] })

// An update may name the field, or an element of it: 'words.3'.
const CHANGES_WORDS = {
  $anyElementTrue: [
    {
      $map: {
        input: {
          $concatArrays: [
            { $objectToArray: '$updateDescription.updatedFields' },
            { $map: { input: '$updateDescription.removedFields', in: { k: '$$this' } } },
            { $map: { input: '$updateDescription.truncatedArrays', in: { k: '$$this.field' } } },
          ],
        },
        in: isOfWords('$$this.k' as never),
      },
    },
  ],
}

const pipelineOf = (collections: readonly string[]): object[] => [
  {
    $match: {
      $or: [
        { operationType: { $in: ['dropDatabase', 'invalidate'] } },
        {
          'ns.coll': { $in: [...collections] },
          $or: [{ operationType: { $ne: 'update' } }, { $expr: CHANGES_WORDS }],
        },
      ],
    },
  },
  { $project: { operationType: 1, ns: 1, 'documentKey._id': 1 } },
]
