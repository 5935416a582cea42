import type { ClientEventHandlers } from '../client-events.ts'
import type { GatewayParts } from '../parts.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { rateLimit } from '#server/platform/rate-limit.ts'
import type { LiveSocket } from '../sockets.ts'

// By network: many readers of one school share it.
const pageViewRate = rateLimit('pageViews', 300, 60)

/** How often somebody who reads one page for long is counted as there, ms. */
const STILL_THERE = 60_000

type Figures = Pick<GatewayParts['analytics'], 'recordPageView' | 'recordActivity'>

/**
 * A page view. Bots are heard and not counted, nor is who has an account and has not agreed to it. Visitors
 * without one send a page view only when they have agreed (client/live/page-views).
 */
export const pageHandler =
  ({ recordPageView }: Figures): ClientEventHandlers['page'] =>
  async ({ data }, { path, referrer }, viewer) => {
    const agreed = viewer?.isCounted ?? true
    if (!agreed) data.seenAt = 0
    if (!data.visitor || !agreed) return
    // One address cannot make up views in bulk, with however many sockets.
    await pageViewRate.consume(data.network)
    data.seenAt = Date.now()
    recordPageView(data.visitor, path, referrer)
  }

/**
 * Who scrolls or writes on the page they opened is still there; whose page was not counted (no consent) is
 * not.
 */
export function noteActivity({ data }: LiveSocket, viewer: Viewer | null, { recordActivity }: Figures): void {
  if (
    !data.visitor ||
    viewer?.isCounted === false ||
    data.seenAt === 0 ||
    Date.now() - data.seenAt < STILL_THERE
  )
    return
  data.seenAt = Date.now()
  recordActivity(data.visitor)
}
