import type { IModule } from 'dependency-cruiser'
import { isTest, serverDomain } from './domain-cycles.ts'
import { importGraph, withoutShortcuts, type Graph } from './graph.ts'
import { layeredLayout, type Point } from './layered-layout.ts'

/** docs/pictures/architecture.svg: the layers of the sources, and below them the domains of the server. */

const WIDTH = 1040
const BOX = { width: 128, height: 48 }

interface Box extends Point {
  readonly name: string
  readonly label: string
  readonly note: string
  readonly width: number
  readonly tone: string
  readonly files: RegExp
}

const layer = (
  name: string,
  [label, note]: [string, string],
  [x, y, width]: [number, number, number],
  tone: string,
  files: RegExp,
): Box => ({ name, label, note, x, y, width, tone, files })

const FEATURES = 'src/client/features/[^/]+/'

/** Where each layer stands (the middle of its box) and which files belong to it. */
const LAYERS: readonly Box[] = [
  layer('app', ['app', 'routes, layout'], [230, 150, 300], 'client', /^src\/client\/app\//),
  layer(
    'screens',
    ['features', 'screens and components'],
    [230, 240, 300],
    'client',
    new RegExp(`^${FEATURES}(?!data/)`),
  ),
  layer(
    'data',
    ['features/*/data', 'stores, calls, live handlers'],
    [230, 330, 300],
    'client',
    new RegExp(`^${FEATURES}data/`),
  ),
  layer('live', ['live', 'socket, resync, data kit'], [230, 420, 300], 'client', /^src\/client\/live\//),
  layer('ui', ['ui', 'design system'], [230, 510, 300], 'client', /^src\/client\/ui\//),
  layer(
    'start',
    ['boot', 'joins all parts'],
    [770, 150, 380],
    'server',
    /^src\/server\/(?:boot\/|[^/]+\.ts$)/,
  ),
  layer('realtime', ['realtime', 'sockets, pushes'], [770, 240, 380], 'server', /^src\/realtime\//),
  layer(
    'embedded',
    ['embedded-mongo', 'development store'],
    [880, 510, 170],
    'server',
    /^src\/embedded-mongo\//,
  ),
  layer(
    'features',
    ['features', '13 domains'],
    [770, 330, 380],
    'server',
    /^src\/server\/(?:features|migrations)\//,
  ),
  layer('shared', ['shared', 'what domains share'], [770, 420, 380], 'server', /^src\/server\/shared\//),
  layer('platform', ['platform', 'knows no domain'], [680, 510, 200], 'server', /^src\/server\/platform\//),
  layer(
    'contract',
    ['contract', 'schemas, events, limits: knows only zod'],
    [520, 600, 480],
    'contract',
    /^src\/contract\//,
  ),
]

const layerOf = (file: string): string | undefined => LAYERS.find(({ files }) => files.test(file))?.name

export function architecturePicture(modules: readonly IModule[]): string {
  const product = modules.filter(({ source }) => source.startsWith('src/') && !isTest(source))
  const layers = importGraph(product, layerOf)
  const domains = importGraph(product, serverDomain)
  const counts = (of: (file: string) => string | undefined) =>
    Map.groupBy(product, ({ source }) => of(source) ?? '')
  const files = counts(layerOf)
  const layout = layeredLayout(withoutShortcuts(domains), {
    width: WIDTH - 80 - BOX.width,
    left: 40 + BOX.width / 2,
    top: 785,
    gap: 82,
  })
  const filesOf = counts(serverDomain)
  const height = layout.bottom + 60
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="title">`,
    '<title id="title">The layers of the sources and the domains of the server, with their imports</title>',
    STYLE,
    `<rect class="page" width="${WIDTH}" height="${height}" rx="16"/>`,
    heading(
      40,
      48,
      'Layers',
      'An arrow stands for imports, with their number. An arrow is left out where a longer way leads to the same layer.',
    ),
    label(80, 108, 'In the browser', 'side'),
    label(580, 108, 'On the server', 'side'),
    ...layerArrows(withoutShortcuts(withoutBack(layers)), layers),
    ...LAYERS.map((box) => drawBox(box, files.get(box.name)?.length ?? 0)),
    heading(
      40,
      690,
      'Domains of the server',
      'Each domain imports only domains below it. An arrow is left out where a longer way leads to the same domain.',
    ),
    ...layout.lines.map(
      ({ points }) => `<path class="line" marker-end="url(#tip)" d="${smooth(points, BOX.height / 2)}"/>`,
    ),
    ...[...layout.places].map(([name, place]) =>
      drawBox({ ...place, label: name, width: BOX.width, tone: 'server' }, filesOf.get(name)?.length ?? 0),
    ),
    '</svg>',
    '',
  ].join('\n')
}

const STYLE = `<style>
  svg { --page: #fbf8f3; --ink: #2a1f33; --quiet: #6d6275; --line: #9b8fa5; --client: #ece3fa; --client-edge: #8f6bd0; --server: #dff1ec; --server-edge: #3f9180; --contract: #fbeecb; --contract-edge: #b98a1d; font-family: system-ui, 'Segoe UI', Roboto, sans-serif }
  @media (prefers-color-scheme: dark) { svg { --page: #17101d; --ink: #f4eefa; --quiet: #b4a8bf; --line: #85788f; --client: #35264f; --client-edge: #a98be0; --server: #17362f; --server-edge: #5cb5a2; --contract: #3d3010; --contract-edge: #d9ac45 } }
  .page { fill: var(--page) } .name { fill: var(--ink); font-size: 15px; font-weight: 600 } .note, .count { fill: var(--quiet); font-size: 12px }
  .heading { fill: var(--ink); font-size: 20px; font-weight: 700 } .side { fill: var(--quiet); font-size: 13px; font-weight: 600; letter-spacing: .04em }
  .line { fill: none; stroke: var(--line); stroke-width: 1.5 } .tip { fill: var(--line) } .count { paint-order: stroke; stroke: var(--page); stroke-width: 5px }
  .client { fill: var(--client); stroke: var(--client-edge) } .server { fill: var(--server); stroke: var(--server-edge) } .contract { fill: var(--contract); stroke: var(--contract-edge) }
</style>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path class="tip" d="M0 0.5 8 4 0 7.5z"/></marker></defs>`

const label = (x: number, y: number, text: string, kind: string, anchor = 'start'): string =>
  `<text class="${kind}" x="${x}" y="${y}" text-anchor="${anchor}">${text}</text>`

const heading = (x: number, y: number, title: string, note: string): string =>
  label(x, y, title, 'heading') + label(x, y + 20, note, 'note')

function drawBox(
  { x, y, width, label: name, note, tone }: Omit<Box, 'name' | 'files' | 'note'> & { note?: string },
  files: number,
): string {
  const { height } = BOX
  const below = note ? `${note} · ${files} files` : `${files} files`
  return [
    `<rect class="${tone}" x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}" rx="9"/>`,
    label(x, y - 3, name, 'name', 'middle'),
    label(x, y + 15, below, 'note', 'middle'),
  ].join('')
}

/** Without the edges that lead up. The rules allow one: the development store uses an error of `platform`. */
const withoutBack = (graph: Graph): Graph =>
  new Map(
    [...graph].map(([from, targets]) => [
      from,
      new Map([...targets].filter(([to]) => boxOf(to).y > boxOf(from).y)),
    ]),
  )

const boxOf = (name: string): Box => LAYERS.find((box) => box.name === name)!

/** Straight down where two boxes stand above one another, else a curve. */
function layerArrows(graph: Graph, all: Graph): string[] {
  return [...graph].flatMap(([from, targets]) =>
    [...targets].map(([to, count]) => {
      const [a, b] = [boxOf(from), boxOf(to)]
      const back = all.get(to)?.get(from)
      const [left, right] = [
        Math.max(a.x - a.width / 2, b.x - b.width / 2),
        Math.min(a.x + a.width / 2, b.x + b.width / 2),
      ]
      const shared = right - left > 20 ? (left + right) / 2 : undefined
      const points = [
        { x: shared ?? a.x, y: a.y },
        { x: shared ?? b.x, y: b.y },
      ]
      const middle = { x: (points[0]!.x + points[1]!.x) / 2 + 8, y: (a.y + b.y) / 2 + 4 }
      return (
        `<path class="line" marker-end="url(#tip)"${back ? ' marker-start="url(#tip)"' : ''} d="${smooth(points, BOX.height / 2)}"/>` +
        label(middle.x, middle.y, back ? `${count} down, ${back} up` : String(count), 'count')
      )
    }),
  )
}

/** A curve from below the first point to above the last one, upright at both ends. */
function smooth(points: readonly Point[], inset: number): string {
  const ends = points.map(({ x, y }, at) => ({
    x,
    y: at === 0 ? y + inset : at === points.length - 1 ? y - inset - 1 : y,
  }))
  /** How far x moves in one unit of y where the curve passes this point. */
  const lean = (at: number): number => {
    const [before, after] = [ends[at - 1], ends[at + 1]]
    return before && after ? (after.x - before.x) / (after.y - before.y) : 0
  }
  return ends
    .map(({ x, y }, at) => {
      const before = ends[at - 1]
      if (!before) return `M${round(x)} ${round(y)}`
      const third = (y - before.y) / (ends.length > 2 ? 3 : 2)
      const [from, to] = [before.x + lean(at - 1) * third, x - lean(at) * third]
      return `C${round(from)} ${round(before.y + third)} ${round(to)} ${round(y - third)} ${round(x)} ${round(y)}`
    })
    .join(' ')
}

const round = (value: number): number => Math.round(value * 10) / 10
