import type { ClientEventHandlers } from '../client-events.ts'
import type { GatewayParts } from '../parts.ts'
import type { LiveSocket } from '../sockets.ts'

/** How often somebody who reads one page for long is counted as there, ms. */
const STILL_THERE = 60_000

type Figures = Pick<GatewayParts['analytics'], 'recordPageView' | 'recordActivity'>

/** A page view. Bots are heard and not counted. */
export const pageHandler =
  ({ recordPageView }: Figures): ClientEventHandlers['page'] =>
  ({ data }, { path }) => {
    if (!data.visitor) return
    data.seenAt = Date.now()
    recordPageView(data.visitor, path)
  }

/** Who scrolls or writes on the page they opened is still there; who never reported a page (no consent) is not counted. */
export function noteActivity({ data }: LiveSocket, { recordActivity }: Figures): void {
  if (!data.visitor || data.seenAt === 0 || Date.now() - data.seenAt < STILL_THERE) return
  data.seenAt = Date.now()
  recordActivity(data.visitor)
}
