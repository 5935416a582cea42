import { z } from 'zod'
import { EVENT_NAMES, FUNNEL, FUNNEL_MESSAGES, STEP_PATH } from './analytics.report.constants.ts'
import { MESSAGES } from './errors.ts'
import { atMost, Id, personText, Rev, Timestamp } from './primitives.ts'

/** A page, as '/feed', all pages below one, as '/p/*', or an event, as 'post/react'. */
export const FunnelStep = z
  .discriminatedUnion(
    'kind',
    [
      z.object({
        kind: z.literal('page'),
        path: atMost(
          FUNNEL.path,
          FUNNEL_MESSAGES.path,
        )(z.string(FUNNEL_MESSAGES.path)).regex(STEP_PATH, FUNNEL_MESSAGES.path),
      }),
      z.object({ kind: z.literal('event'), event: z.enum(EVENT_NAMES, FUNNEL_MESSAGES.event) }),
    ],
    MESSAGES.invalidInput,
  )
  .meta({ id: 'FunnelStep' })
export type FunnelStep = z.infer<typeof FunnelStep>

const Name = personText({
  max: FUNNEL.name,
  tooLong: FUNNEL_MESSAGES.name,
  empty: FUNNEL_MESSAGES.name,
}).trim()

/** POST /api/analytics/funnels. */
export const FunnelInput = z
  .object({
    name: Name,
    steps: z
      .array(FunnelStep)
      .min(FUNNEL.fewestSteps, FUNNEL_MESSAGES.steps)
      .max(FUNNEL.mostSteps, FUNNEL_MESSAGES.steps),
  })
  .meta({ id: 'FunnelInput' })
export type FunnelInput = z.infer<typeof FunnelInput>

/** PATCH /api/analytics/funnels/{id}: its steps stay, because its counts are of them. */
export const FunnelNameInput = z.object({ name: Name })
export type FunnelNameInput = z.infer<typeof FunnelNameInput>

/** A funnel, without counts. */
export const FunnelView = z
  .object({
    id: Id,
    name: z.string(),
    steps: z.array(FunnelStep),
    /** It counts from then on. */
    createdAt: Timestamp,
    rev: Rev,
  })
  .meta({ id: 'Funnel' })
export type FunnelView = z.infer<typeof FunnelView>

/** GET /api/analytics/funnels. */
export const FunnelsView = z
  .object({
    /** The days that are added up. */
    from: Timestamp,
    to: Timestamp,
    /** The oldest first. `reached`: for each step, how often a visitor reached it within one day. */
    funnels: z.array(FunnelView.extend({ reached: z.array(z.int()) })),
    updatedAt: Timestamp,
  })
  .meta({ id: 'Funnels' })
export type FunnelsView = z.infer<typeof FunnelsView>
