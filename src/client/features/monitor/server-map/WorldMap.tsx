import { countryName } from '#client/features/analytics/AnalyticsPanels.tsx'
import { inFull } from '#client/ui/Num.tsx'
import { GRID, LAND, MIDDLES } from './world-map.data.ts'

const COLUMNS = 360 / GRID.step
const ROWS = (GRID.north - GRID.south) / GRID.step

/** The dots on land as one path of round points: 'M181 13h0'. */
function dotsOf(land: string): string {
  const bytes = atob(land)
  const bytesInRow = Math.ceil(COLUMNS / 8)
  let path = ''
  for (let row = 0; row < ROWS; row += 1)
    for (let column = 0; column < COLUMNS; column += 1) {
      const bits = bytes.charCodeAt(row * bytesInRow + (column >> 3))
      if (bits & (128 >> (column & 7))) path += `M${(column + 0.5) * GRID.step} ${(row + 0.5) * GRID.step}h0`
    }
  return path
}
const DOTS = dotsOf(LAND)

interface Place {
  x: number
  y: number
}
const PLACES: ReadonlyMap<string, Place> = new Map(
  MIDDLES.split(' ').map((entry) => {
    const [longitude, latitude] = entry.slice(2).split(',').map(Number) as [number, number]
    return [entry.slice(0, 2), { x: longitude + 180, y: GRID.north - latitude }]
  }),
)

/** Countries that are named beside the map, and labelled on it. */
const NAMED = 8
const LABELLED = 5
/** Radius of the largest circle, degrees. */
const LARGEST = 11

/** Open pages by country, as circles on a drawn map, and in words beside it. */
export const WorldMap = ({ countries }: { countries: ReadonlyMap<string, number> }) => {
  const sorted = [...countries].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))
  const most = sorted[0]?.[1] ?? 1
  const circles = sorted.flatMap(([country, pages], at) => {
    const place = PLACES.get(country)
    return place ? [{ country, at, ...place, r: 2 + Math.sqrt(pages / most) * (LARGEST - 2) }] : []
  })
  return (
    <section aria-labelledby="server-map-map">
      <h2 id="server-map-map" className="pb-2 text-xl">
        Who sits where
      </h2>
      <div className="grid items-center gap-5 xl:grid-cols-[5fr_2fr] *:min-w-0">
        <svg viewBox={`0 0 360 ${ROWS * GRID.step}`} className="w-full" aria-hidden data-testid="world-map">
          <path d={DOTS} className="fill-none stroke-edge/45" strokeWidth="1.3" strokeLinecap="round" />
          {circles.map(({ country, x, y, r }) => (
            <circle
              key={country}
              cx={x}
              cy={y}
              r={r}
              className="s-sewer-circle fill-live/55 stroke-live"
              strokeWidth="0.6"
            />
          ))}
          {circles
            .filter(({ at }) => at < LABELLED)
            .map(({ country, x, y }) => (
              <text
                key={country}
                x={x}
                y={y + 2}
                className="fill-ink text-[6px] font-bold"
                textAnchor="middle"
              >
                {country}
              </text>
            ))}
        </svg>
        <div>
          {sorted.length === 0 && (
            <p className="text-ink-soft">Nobody who agreed to analytics has a page open.</p>
          )}
          <ol className="grid gap-2">
            {sorted.slice(0, NAMED).map(([country, pages]) => (
              <li key={country} className="flex items-baseline justify-between gap-3 text-lg">
                <span className="one-line">{countryName(country)}</span>
                <span className="tabular font-semibold">{inFull(pages)}</span>
              </li>
            ))}
          </ol>
          {sorted.length > NAMED && (
            <p className="pt-2 text-sm text-ink-soft">{`and ${sorted.length - NAMED} more`}</p>
          )}
        </div>
      </div>
    </section>
  )
}
