/**
 * Which rows of a list, newest first: those older than `before` or, with `at`, all of that one millisecond.
 */
export interface Range {
  /** Milliseconds. */
  before?: number | null
  /** Milliseconds. */
  at?: number
  /** Without one, all of them. */
  limit?: number
}

type Read<R> = (range: Range) => Promise<R[]>

export interface Page<R> {
  rows: R[]
  /** Nothing comes after these rows. */
  end: boolean
}

/** Read beyond a page, so that a millisecond shared by a few rows needs no second read. */
const SPARE = 8

/**
 * A page of at least `size` rows (fewer only at the end of the list). The cursor of these lists is a
 * createdAt, so a page takes in all rows of its last millisecond: none is skipped or shown twice (DECISIONS
 * row 13).
 */
export async function wholePage<R extends { at: number }>(
  read: Read<R>,
  before: number | null,
  size: number,
): Promise<Page<R>> {
  const limit = size + SPARE
  const rows = await read({ before, limit })
  if (rows.length < limit) return cut(rows, size, true)
  const page = cut(rows, size, true)
  if (!page.end) return page
  const edge = rows.at(-1)!.at
  const ofTheEdge = await read({ at: edge })
  return { rows: [...rows.filter(({ at }) => at > edge), ...ofTheEdge], end: false }
}

/** Reads of one page that meets mostly rows its rules pass over: at most so many, of so many rows. */
const MOST_READS = 50
const FILLING = 100

/**
 * A page of rows that pass a rule: reads on until it is full or the list ends, through some 5,000 rows at
 * most.
 */
export async function filledPage<R extends { at: number }>(
  read: Read<R>,
  before: number | null,
  size: number,
  passes: (row: R) => boolean,
): Promise<Page<R>> {
  const kept: R[] = []
  for (let reads = 0, from = before; reads < MOST_READS; reads++) {
    const { rows, end } = await wholePage(read, from, reads === 0 ? size : FILLING)
    kept.push(...rows.filter(passes))
    if (end || kept.length >= size) return cut(kept, size, end)
    from = rows.at(-1)!.at
  }
  return { rows: kept, end: false }
}

/** The first `size` rows and those that share the last one's millisecond. */
function cut<R extends { at: number }>(rows: R[], size: number, end: boolean): Page<R> {
  if (rows.length <= size) return { rows, end }
  const edge = rows[size - 1]!.at
  const next = rows.findIndex(({ at }, place) => place >= size && at < edge)
  return next < 0 ? { rows, end } : { rows: rows.slice(0, next), end: false }
}

/** The condition on createdAt that a range stands for; none for the head of the list. */
export const createdAtWithin = (range: Range) => momentWithin('createdAt', range)

/** The same for a list that another moment orders. */
export function momentWithin<F extends string>(
  field: F,
  { before, at }: Range,
): { [K in F]?: Date | { $lt: Date } } {
  if (at === undefined && before == null) return {}
  return { [field]: at === undefined ? { $lt: new Date(before!) } : new Date(at) } as {
    [K in F]: Date | { $lt: Date }
  }
}

/**
 * Order and size of a range, for the driver. Rows of one millisecond need no order of their own: asked for
 * it, the store would sort them in memory.
 */
export const inOrder = <S>(
  { at, limit }: Range,
  sort: S,
): { sort?: S; limit?: number; batchSize?: number } => ({
  ...(at === undefined && { sort }),
  ...(limit !== undefined && { limit, batchSize: limit }),
})
