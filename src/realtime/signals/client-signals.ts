import { TIMINGS } from '#contract/limits.ts'
import { unauthorised } from '#server/platform/errors.ts'
import { bus } from '#server/platform/bus.ts'
import { rateLimit } from '#server/platform/rate-limit.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { assertMayType, mayShowTyping } from '../audience.ts'
import type { ClientEventHandlers } from '../client-events.ts'
import type { GatewayParts } from '../parts.ts'
import type { LiveSocket } from '../sockets.ts'

/**
 * Passes typing dots on to the other person's pages, or to those of the members of a group, for a few
 * seconds. Volatile: late dots are worth nothing (LIVE L15). A stranger does not get them: they tell that
 * somebody is online and has read the message (LIVE L22).
 */
export const typingHandler =
  ({
    acceptsMessagesFrom,
    otherPersonIn,
    membersOf,
    loadViewer,
  }: Pick<
    GatewayParts,
    'acceptsMessagesFrom' | 'otherPersonIn' | 'membersOf' | 'loadViewer'
  >): ClientEventHandlers['typing'] =>
  async (_socket, { conversationId }, viewer) => {
    const other = await otherPersonIn(viewer, conversationId)
    const others = other ? [other] : ((await membersOf(conversationId))?.people ?? [])
    if (other) assertMayType(viewer, other)
    if (!viewer || (other && !(await acceptsMessagesFrom(viewer.id, other)))) return
    const people = await Promise.all(others.map((id) => loadViewer(id)))
    const to = people.flatMap((one) =>
      one && one.id !== viewer.id && !viewer.blocked.has(one.id) && mayShowTyping(viewer, one) ? one.id : [],
    )
    if (to.length === 0) return
    const until = new Date(clock.now() + TIMINGS.typingShown).toISOString()
    bus.emit('typing', { to, conversationId, userId: viewer.id, until })
  }

/** Passes a page's question or answer about a sound on to the person's other pages (LIVE L30). */
export const attentionHandler: ClientEventHandlers['attention'] = (socket, input, viewer) => {
  if (!viewer) throw unauthorised()
  bus.emit('attention', { ...input, userId: viewer.id, from: socket.id })
  // The server asks as well, before it sends a push (LIVE L34).
  if (input.kind === 'here') bus.emit('attention:given', { userId: viewer.id, about: input.about })
}

// By network: many visitors may share one.
const pageViewRate = rateLimit('pageViews', 300, 60)

/** A socket that stays on one page counts as active at most once in this time, ms. */
const ACTIVITY_INTERVAL_MS = 60_000

type Figures = Pick<GatewayParts['analytics'], 'recordPageView' | 'recordEvent' | 'recordActivity'>

/**
 * A page view. Bots are answered but not counted, nor are people with an account who have not consented.
 * Visitors send page views only if they have consented (client/live/analytics).
 */
export const pageHandler =
  ({ recordPageView }: Figures): ClientEventHandlers['page'] =>
  async ({ data }, { path, referrer }, viewer) => {
    const consents = viewer?.isCounted ?? true
    if (!consents) Object.assign(data, { seenAt: 0, visit: undefined })
    if (!data.visitor || !consents) return
    // A limit for each network: many sockets do not help to invent views.
    await pageViewRate.consume(data.network)
    data.seenAt = clock.now()
    data.visit = recordPageView(data.visitor, { path, referrer, visit: data.visit, personId: viewer?.id })
  }

const eventRate = rateLimit('analyticsEvents', 300, 60)

/** What a person has done, counted by the rules of page views. */
export const eventHandler =
  ({ recordEvent }: Figures): ClientEventHandlers['event'] =>
  async ({ data }, { category, label }, viewer) => {
    if (!data.visitor || viewer?.isCounted === false) return
    await eventRate.consume(data.network)
    recordEvent(data.visitor, `${category}/${label}`, data.visit)
  }

/** Any other client event shows that the visitor is still active, if their page view was counted. */
export function reportActivity(
  { data }: LiveSocket,
  viewer: Viewer | null,
  { recordActivity }: Figures,
): void {
  if (
    !data.visitor ||
    viewer?.isCounted === false ||
    data.seenAt === 0 ||
    clock.now() - data.seenAt < ACTIVITY_INTERVAL_MS
  )
    return
  data.seenAt = clock.now()
  recordActivity(data.visitor)
}
