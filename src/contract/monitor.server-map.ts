import { z } from 'zod'
import { Timestamp } from './primitives.ts'

/** One server process, measured by itself. */
export const PipeView = z
  .object({
    /** The same as long as the process lives. */
    id: z.string(),
    /** Its machine and number: 'web-1:4711'; behind it what it does, where it is no server. */
    name: z.string(),
    startedAt: Timestamp,
    /** When it measured this. */
    at: Timestamp,
    sockets: z.int(),
    /** Pushes a second since its last measurement. */
    pushes: z.number(),
    /** From a push to the page's answer, last minutes, ms; null while nothing was measured. */
    delivery: z.object({ p50: z.number(), p95: z.number(), p99: z.number(), count: z.int() }).nullable(),
    /** Delay of the event loop, 99th percentile, ms. */
    eventLoop: z.number(),
    /** Share of one core since its last measurement, per cent. */
    cpu: z.number(),
    /** Megabytes. */
    memory: z.int(),
    /** How long its last write to the store took, ms. */
    store: z.number(),
    /** Open pages by country (ISO 3166 alpha-2, or 'Unknown'), of people who have agreed to be counted. */
    countries: z.record(z.string(), z.int()),
  })
  .meta({ id: 'Pipe' })
export type PipeView = z.infer<typeof PipeView>

/** The queue of jobs, the same for all processes. */
export const QueueView = z
  .object({
    waiting: z.int(),
    running: z.int(),
    /** Jobs that failed their last attempt and wait for an admin. */
    failed: z.int(),
    /** Kinds with due jobs, the longest waiting first; at most six. `oldest`: seconds. */
    kinds: z.array(z.object({ kind: z.string(), due: z.int(), oldest: z.number() })),
  })
  .meta({ id: 'Queue' })
export type QueueView = z.infer<typeof QueueView>

/** GET /api/ai-monitor/wall and `wall:updated`. With `at` as it was in that minute. */
export const ServerMapView = z
  .object({
    at: Timestamp,
    /** The processes that live, the oldest first. */
    pipes: z.array(PipeView),
    /** Null in a minute in which it was not measured. */
    queue: QueueView.nullable(),
    openAlerts: z.int(),
  })
  .meta({ id: 'Wall' })
export type ServerMapView = z.infer<typeof ServerMapView>

export const ServerMapQuery = z.object({ at: Timestamp.optional() })

/** GET /api/ai-monitor/wall/timeline: what the time line draws of the last 24 hours, oldest first. */
export const ServerMapTimelineView = z
  .object({
    minutes: z.array(
      z.object({
        at: Timestamp,
        pipes: z.int(),
        sockets: z.int(),
        /** 95th percentile of delivery of the slowest process, ms. */
        delivery: z.number().nullable(),
      }),
    ),
  })
  .meta({ id: 'WallTimeline' })
export type ServerMapTimelineView = z.infer<typeof ServerMapTimelineView>
