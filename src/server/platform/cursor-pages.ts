import { MESSAGES } from '#contract/errors.ts'
import { badRequest } from './errors.ts'

/** A range of a list, newest first: rows older than `before` or, with `at`, all rows of that millisecond. */
export interface CursorRange {
  /** Milliseconds. */
  before?: number | null
  /** Milliseconds. */
  at?: number
  /** Default: all. */
  limit?: number
}

type Read<R> = (range: CursorRange) => Promise<R[]>

export interface Page<R> {
  rows: R[]
  /** There are no rows after these. */
  end: boolean
}

/** Rows read beyond a page, so that a few rows of the same millisecond need no second read. */
export const SPARE_ROWS = 8

/**
 * A page of at least `size` rows (fewer only at the end of the list). The cursor is a createdAt, so a page
 * includes all rows of its last millisecond: none is skipped or repeated (DECISIONS row 13).
 */
export async function wholePage<R extends { at: number }>(
  read: Read<R>,
  before: number | null,
  size: number,
): Promise<Page<R>> {
  const limit = size + SPARE_ROWS
  const rows = await read({ before, limit })
  if (rows.length < limit) return cut(rows, size, true)
  const page = cut(rows, size, true)
  if (!page.end) return page
  const edge = rows.at(-1)!.at
  const ofTheEdge = await read({ at: edge })
  return { rows: [...rows.filter(({ at }) => at > edge), ...ofTheEdge], end: false }
}

/** Limits for a page whose rule rejects most rows: number of reads, and rows in each. */
const MAX_READS = 50
const FILL_SIZE = 100

/**
 * A page of rows that pass a rule: reads on until it is full or the list ends, through at most some 5,000
 * rows.
 */
export async function filledPage<R extends { at: number }>(
  read: Read<R>,
  before: number | null,
  size: number,
  passes: (row: R) => boolean,
): Promise<Page<R>> {
  const kept: R[] = []
  for (let reads = 0, from = before; reads < MAX_READS; reads++) {
    const { rows, end } = await wholePage(read, from, reads === 0 ? size : FILL_SIZE)
    kept.push(...rows.filter(passes))
    if (end || kept.length >= size) return cut(kept, size, end)
    from = rows.at(-1)!.at
  }
  return { rows: kept, end: false }
}

/** The first `size` rows, and those of the same millisecond as the last one. */
function cut<R extends { at: number }>(rows: R[], size: number, end: boolean): Page<R> {
  if (rows.length <= size) return { rows, end }
  const edge = rows[size - 1]!.at
  const next = rows.findIndex(({ at }, place) => place >= size && at < edge)
  return next < 0 ? { rows, end } : { rows: rows.slice(0, next), end: false }
}

/** A range's condition on createdAt; none at the head of the list. */
export const createdAtWithin = (range: CursorRange) => momentWithin('createdAt', range)

/** The same for a list with another time field. */
export function momentWithin<F extends string>(
  field: F,
  { before, at }: CursorRange,
): { [K in F]?: Date | { $lt: Date } } {
  if (at === undefined && before == null) return {}
  return { [field]: at === undefined ? { $lt: new Date(before!) } : new Date(at) } as {
    [K in F]: Date | { $lt: Date }
  }
}

/**
 * Order and limit of a range, for the driver. Rows of one millisecond need no order: the store would sort
 * them in memory.
 */
export const inOrder = <S>(
  { at, limit }: CursorRange,
  sort: S,
): { sort?: S; limit?: number; batchSize?: number } => ({
  ...(at === undefined && { sort }),
  ...(limit !== undefined && { limit, batchSize: limit }),
})

/** The cursor of a list that is not ordered by time alone: its position, as texts. */
export const packPlace = (place: readonly string[]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url')

/** The texts in a cursor, `length` of them, the last one an id. Throws 400 for anything else. */
export function unpackPlace(cursor: string, length: number): string[] {
  const parts = parsed(cursor)
  const fits =
    Array.isArray(parts) && parts.length === length && parts.every((part) => typeof part === 'string')
  if (!fits || !/^[0-9a-f]{24}$/.test(parts.at(-1)!)) throw badRequest(MESSAGES.badCursor)
  return parts
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    // A foreign cursor.
    return null
  }
}
