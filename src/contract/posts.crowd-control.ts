import { z } from 'zod'
import { CROWD_CONTROL } from './posts.constants.ts'
import { Id, Rev, Timestamp } from './primitives.ts'

const SlowMinutes = z.union(CROWD_CONTROL.slowMinutes.map((minutes) => z.literal(minutes)))

/** What crowd control asks of people who comment on a post; a missing part asks nothing. */
export const CrowdControlRules = z.object({
  /** Of other people only those whom the author follows may comment. */
  strangersPaused: z.literal(true).optional(),
  /** One comment a person in this time. */
  slowMinutes: SlowMinutes.optional(),
})
export type CrowdControlRules = z.infer<typeof CrowdControlRules>

/**
 * Crowd control of one post, for its author: GET /api/plungers. While it lasts, the author's notifications about
 * the post are held back; the figures say what came. `rev` is the post's.
 */
export const CrowdControlView = z
  .object({
    /** The post's. */
    id: Id,
    rev: Rev,
    /** The beginning of the post, or its warning. */
    text: z.string(),
    startedAt: Timestamp,
    endsAt: Timestamp,
    /** New since it began, as long as they stand. */
    comments: z.int().nonnegative(),
    reactions: z.int().nonnegative(),
    rules: CrowdControlRules,
    /** The author has hidden the post, until they show it again. */
    hidden: z.boolean(),
  })
  .meta({ id: 'Plunger' })
export type CrowdControlView = z.infer<typeof CrowdControlView>

/** PUT /api/posts/{id}/plunger: what is missing stays as it is. `hours`: it ends so long from now. */
export const CrowdControlInput = z
  .object({
    hours: z.union(CROWD_CONTROL.hours.map((hours) => z.literal(hours))).optional(),
    strangersPaused: z.boolean().optional(),
    /** Null: as fast as they like. */
    slowMinutes: SlowMinutes.nullish(),
  })
  .meta({ id: 'PlungerInput' })
export type CrowdControlInput = z.infer<typeof CrowdControlInput>

/** PUT /api/posts/{id}/hidden */
export const HiddenInput = z.object({ hidden: z.boolean() }).meta({ id: 'HiddenInput' })
export type HiddenInput = z.infer<typeof HiddenInput>
