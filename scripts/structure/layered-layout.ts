import type { Graph } from './graph.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

interface Layout {
  readonly places: ReadonlyMap<string, Point>
  readonly lines: readonly { from: string; to: string; points: Point[] }[]
  readonly bottom: number
}

interface Area {
  readonly left: number
  readonly top: number
  readonly width: number
  /** Between the middles of two levels. */
  readonly gap: number
}

/** A node of the picture, or a bend of a line that passes a level (`isBend`). */
interface Cell {
  readonly id: string
  readonly level: number
  readonly isBend: boolean
  order: number
}

const SWEEPS = 24
const WIDEST_COLUMN = 205
/** Least distance of the middles of two cells of one level: boxes need more than the bend of a line. */
const ROOM = { box: 1, bend: 0.68 }

/**
 * Places the nodes of an acyclic graph in levels, importers above what they import, with few crossings: the
 * layered drawing of Sugiyama, cells sorted by the mean position of their neighbours.
 */
export function layeredLayout(graph: Graph, { left, top, width, gap }: Area): Layout {
  const levels = levelsOf(graph)
  const cells = new Map<string, Cell>()
  for (const [id, level] of levels) cells.set(id, { id, level, isBend: false, order: cells.size })
  const lines = [...graph].flatMap(([from, targets]) =>
    [...targets.keys()].map((to) => ({ from, to, path: pathOf(from, to, levels, cells) })),
  )
  const rows = [...Map.groupBy(cells.values(), ({ level }) => level)]
    .sort(([a], [b]) => a - b)
    .map(([, row]) => row)
  sortRows(
    rows,
    lines.map(({ path }) => path),
  )

  const columns = columnsOf(
    rows,
    lines.map(({ path }) => path),
  )
  const [first, last] = [Math.min(...columns.values()), Math.max(...columns.values())]
  const scale = Math.min(width / (last - first), WIDEST_COLUMN)
  const start = left + (width - scale * (last - first)) / 2
  const at = new Map(
    [...cells.values()].map(({ id, level }): [string, Point] => [
      id,
      { x: start + (columns.get(id)! - first) * scale, y: top + level * gap },
    ]),
  )
  return {
    places: new Map([...levels.keys()].map((id) => [id, at.get(id)!])),
    lines: lines.map(({ from, to, path }) => ({ from, to, points: path.map((id) => at.get(id)!) })),
    bottom: top + (rows.length - 1) * gap,
  }
}

/** The level of each node, 0 at the top: just above the highest of what it imports. */
function levelsOf(graph: Graph): Map<string, number> {
  const heights = new Map<string, number>()
  const heightOf = (id: string): number => {
    const known = heights.get(id)
    if (known !== undefined) return known
    const height = Math.max(-1, ...[...(graph.get(id)?.keys() ?? [])].map(heightOf)) + 1
    heights.set(id, height)
    return height
  }
  for (const id of graph.keys()) heightOf(id)
  const top = Math.max(...heights.values())
  return new Map([...heights].map(([id, height]) => [id, top - height]))
}

/** The cells of a line from one node to another: a bend on each level between them. */
function pathOf(
  from: string,
  to: string,
  levels: ReadonlyMap<string, number>,
  cells: Map<string, Cell>,
): string[] {
  const path = [from]
  for (let level = levels.get(from)! + 1; level < levels.get(to)!; level++) {
    const id = `${from}>${to}@${level}`
    cells.set(id, { id, level, isBend: true, order: cells.size })
    path.push(id)
  }
  return [...path, to]
}

/** Pairs of cells that a line joins, upper cell first. */
const stepsOf = (paths: readonly string[][]): (readonly [string, string])[] =>
  paths.flatMap((path) => path.slice(1).map((id, index) => [path[index]!, id] as const))

function sortRows(rows: Cell[][], paths: readonly string[][]): void {
  const steps = stepsOf(paths)
  const cells = new Map(rows.flat().map((cell) => [cell.id, cell]))
  const renumber = (row: Cell[]) => row.forEach((cell, index) => (cell.order = (index + 0.5) / row.length))
  rows.forEach(renumber)
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const down = sweep % 2 === 0
    for (const row of down ? rows : rows.toReversed()) {
      const mean = new Map(
        row.map((cell) => {
          const orders = steps
            .filter((step) => step[down ? 1 : 0] === cell.id)
            .map((step) => cells.get(step[down ? 0 : 1])!.order)
          const sum = orders.reduce((total, order) => total + order, 0)
          return [cell.id, orders.length > 0 ? sum / orders.length : cell.order]
        }),
      )
      row.sort((a, b) => mean.get(a.id)! - mean.get(b.id)!)
      renumber(row)
    }
  }
}

/** Where each cell stands in its row: as near to its neighbours above and below as the room allows. */
function columnsOf(rows: readonly Cell[][], paths: readonly string[][]): Map<string, number> {
  const steps = stepsOf(paths)
  const columns = new Map(rows.flatMap((row) => row.map(({ id }, index) => [id, index] as const)))
  const wish = (id: string): number => {
    const joined = steps.flatMap(([upper, lower]) => (upper === id ? [lower] : lower === id ? [upper] : []))
    return joined.reduce((sum, other) => sum + columns.get(other)!, 0) / joined.length
  }
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const row of rows) {
      const wishes = row.map(({ id }) => wish(id))
      const room = row.map((cell, index) => {
        const before = row[index - 1]
        return before && (before.isBend || cell.isBend) ? ROOM.bend : ROOM.box
      })
      const fromLeft: number[] = []
      wishes.forEach((x, index) =>
        fromLeft.push(Math.max(x, (fromLeft[index - 1] ?? -Infinity) + room[index]!)),
      )
      const fromRight: number[] = []
      wishes.toReversed().forEach((x, back) => {
        const index = row.length - 1 - back
        fromRight[index] = Math.min(x, (fromRight[index + 1] ?? Infinity) - (room[index + 1] ?? 0))
      })
      row.forEach(({ id }, index) => columns.set(id, (fromLeft[index]! + fromRight[index]!) / 2))
    }
  }
  return columns
}
