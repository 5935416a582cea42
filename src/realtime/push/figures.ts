import { performance } from 'node:perf_hooks'
import type { PushName, Topic } from '#contract/events.ts'
import { TIMINGS } from '#contract/limits.ts'
import { bus, type DomainEvents } from '#server/platform/bus.ts'
import { clock } from '#server/platform/clock.ts'
import { countCountriesBy } from '#server/platform/vitals.ts'
import {
  analyticsAdmins,
  dashboardAdmins,
  monitorAdmins,
  pendingStaff,
  sewerAdmins,
  trendReaders,
  type Audience,
} from '../audience.ts'
import type { Delivery } from '../delivery.ts'
import type { GatewayParts } from '../parts.ts'
import type { LiveServer, LiveSocket } from '../sockets.ts'
import { pushWhileWatched, type Figures, type WatchedFigures } from './watched-figures.ts'

/** Figures that are read while somebody watches them at this process: those of admins (LIVE L15), and the trends. */
export interface PushedFigures {
  /** Sends the current figures, if the topic has any, to a socket that has begun to watch it. */
  send(socket: LiveSocket, topic: Topic): void
  stop(): void
}

/** Measurements of this process change all the time; they alone are pushed only so often, ms. */
const MEASUREMENTS_INTERVAL_MS = 5_000
/** How often the tags are counted without a new post: old posts leave the day that is counted. ms. */
const RECOUNT_MS = 60_000

export function pushFigures(io: LiveServer, delivery: Delivery, parts: GatewayParts): PushedFigures {
  countCountriesBy(() => countriesOf(io))
  const push: Push = (figures) => pushWhileWatched(io, delivery, figures)
  const ofTopics = sentAtOnce(push, parts)
  const all = [...Object.values(ofTopics), ...afterChanges(push, parts)]
  return {
    send: (socket, topic) => ofTopics[topic]?.send(socket),
    stop: () => all.forEach(({ stop }) => stop()),
  }
}

type Push = <N extends PushName>(figures: Figures<N>) => WatchedFigures

/** What a page gets as soon as it watches the topic, and then again and again. */
const sentAtOnce = (push: Push, parts: GatewayParts): Partial<Record<Topic, WatchedFigures>> => ({
  // The dashboard's cards. A new report shows in the red badge at once.
  admin: push({
    name: 'admin:stats',
    to: dashboardAdmins,
    read: async () => ({ stats: await parts.adminStats() }),
    gap: TIMINGS.pushGap,
    everyMs: TIMINGS.statsGap,
    follow: after(dashboardAdmins, 'report:updated', 'case:updated'),
    isNews: unlessSame(({ stats: { updatedAt: _, ...figures } }) => figures),
  }),
  // Each process reads them from the store, where all processes count.
  analytics: push({
    name: 'analytics:updated',
    to: analyticsAdmins,
    read: async () => ({ snapshot: await parts.analytics.realtimeAnalytics() }),
    gap: TIMINGS.analyticsGap,
    everyMs: TIMINGS.analyticsGap,
    isNews: unlessSame(
      ({ snapshot: { updatedAt: _, performance: __, ...figures } }) => figures,
      MEASUREMENTS_INTERVAL_MS,
    ),
    rests: true,
  }),
  // Every page of an admin or moderator watches it, so it is two counts and none of the dashboard's figures.
  pending: push({
    name: 'pending:updated',
    to: pendingStaff,
    read: async () => ({ pending: await parts.pending() }),
    gap: TIMINGS.pushGap,
    follow: after(pendingStaff, 'report:updated', 'case:updated', 'pending:changed'),
  }),
  // After a change of a post with a tag (LIVE L77). Not only when they differ from the last push: a page may have read
  // others meanwhile, here or from another process.
  trends: push({
    name: 'trending:updated',
    to: trendReaders,
    read: async () => ({ tags: await parts.trendingTags() }),
    gap: TIMINGS.trendsGap,
    everyMs: RECOUNT_MS,
    onChange: parts.forgetTags,
    follow: (changed) => [
      bus.onCluster('post:created', ({ post }) => void (post.text.includes('#') && changed())),
      bus.onCluster('post:updated', ({ post }) => void (post.text.includes('#') && changed())),
      bus.onCluster('post:deleted', changed),
    ],
  }),
})

/** What a page reads itself, and then gets again and again. */
function afterChanges(push: Push, parts: GatewayParts): WatchedFigures[] {
  const tellWatched = tellProcesses()
  return [
    push({
      name: 'monitor:updated',
      to: monitorAdmins,
      read: async () => ({ status: await parts.monitorStatus() }),
      gap: TIMINGS.analyticsGap,
      follow: after(monitorAdmins, 'monitor:changed', 'job:died'),
    }),
    push({
      name: 'alerts:updated',
      to: monitorAdmins,
      read: async () => ({ alerts: await parts.alerts() }),
      gap: TIMINGS.analyticsGap,
      follow: after(monitorAdmins, 'alerts:changed'),
    }),
    // The Sewer Map (LIVE L48). Every process writes what it measures to the store, from where it is read.
    push({
      name: 'wall:updated',
      to: sewerAdmins,
      read: async () => {
        tellWatched()
        return { wall: await parts.serverMap() }
      },
      gap: TIMINGS.analyticsGap,
      everyMs: TIMINGS.analyticsGap,
    }),
  ]
}

const after =
  ({ rooms }: Audience, ...events: (keyof DomainEvents)[]) =>
  (changed: () => void) =>
    events.map((event) => bus.onCluster(event, changed, () => rooms))

/** Tells whether these facts of a value differ from the last time that they did, or are older than `freshMs`. */
function unlessSame<V>(factsOf: (value: V) => object, freshMs = Infinity): (value: V) => boolean {
  let last = { facts: '', at: 0 }
  return (value) => {
    const next = { facts: JSON.stringify(factsOf(value)), at: performance.now() }
    if (next.facts === last.facts && next.at - last.at < freshMs) return false
    last = next
    return true
  }
}

/** How often the processes are told that somebody watches the map; they believe it a little longer. ms. */
const TELL_EVERY_MS = 2_000

function tellProcesses(): () => void {
  let toldAt = -Infinity
  return () => {
    if (performance.now() - toldAt < TELL_EVERY_MS) return
    toldAt = performance.now()
    bus.emit('wall:watched', { at: clock.date().toISOString() })
  }
}

/** This process's sockets by country: of those whose page views are counted, so of people who have agreed. */
function countriesOf(io: LiveServer): Record<string, number> {
  const countries: Record<string, number> = {}
  for (const { data } of io.of('/').sockets.values()) {
    if (!data.visitor || data.seenAt === 0) continue
    const { country } = data.visitor
    countries[country] = (countries[country] ?? 0) + 1
  }
  return countries
}
