import { describe, expect, it } from 'vitest'
import { filledPage, wholePage, type CursorRange } from './cursor-pages.ts'

interface Row {
  id: number
  at: number
}

/** A list in memory that answers ranges as the store does. */
const listOf = (times: readonly number[]) => {
  const rows = times
    .map((at, id): Row => ({ id, at }))
    .sort((one, other) => other.at - one.at || other.id - one.id)
  return ({ before, at, limit = Infinity }: CursorRange) =>
    Promise.resolve(
      rows
        .filter((row) => (at === undefined ? before == null || row.at < before : row.at === at))
        .slice(0, limit),
    )
}

/** Everything that reading page by page shows. */
async function readAll(next: (before: number | null) => Promise<{ rows: Row[] }>): Promise<Row[][]> {
  const pages: Row[][] = []
  for (let before: number | null = null; ; before = pages.at(-1)!.at(-1)!.at) {
    const { rows } = await next(before)
    if (rows.length === 0) return pages
    pages.push(rows)
  }
}

const idsOf = (pages: Row[][]) => pages.flat().map(({ id }) => id)
const everyId = (count: number) => Array.from({ length: count }, (_, id) => id)

describe('Pages by createdAt', () => {
  it.each([
    ['all of one millisecond', [7, 7, 7, 7, 7, 7, 7]],
    ['a millisecond on the edge of a page', [9, 8, 7, 7, 7, 6, 5, 4]],
    ['all apart', [9, 8, 7, 6, 5, 4, 3, 2, 1]],
    ['nothing', []],
  ])('show every row once: %s', async (_, times) => {
    const pages = await readAll((before) => wholePage(listOf(times), before, 3))
    expect(idsOf(pages).sort((one, other) => one - other)).toEqual(everyId(times.length))
  })

  it('never separate rows of one millisecond, whatever the filter leaves out', async () => {
    const times = Array.from({ length: 500 }, (_, id) => Math.floor(id / 4))
    const odd = ({ id }: Row) => id % 2 === 1
    const pages = await readAll((before) => filledPage(listOf(times), before, 3, odd))
    expect(pages.flat()).toHaveLength(250)
    expect(new Set(idsOf(pages)).size).toBe(250)
    const edges = pages.slice(1).map((page, at) => pages[at]!.at(-1)!.at > page[0]!.at)
    expect(edges.every(Boolean)).toBe(true)
  })

  it('are full or the last ones, over up to five thousand rows that are filtered out', async () => {
    const times = Array.from({ length: 4000 }, (_, id) => id)
    const first = await filledPage(listOf(times), null, 20, ({ at }) => at < 25)
    expect([first.rows.length, first.rows[0]!.at]).toEqual([20, 24])
    expect((await filledPage(listOf(times), 5, 20, ({ at }) => at < 25)).rows).toHaveLength(5)
  })
})
