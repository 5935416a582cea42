import { z } from 'zod'
import { Timestamp } from './primitives.ts'

/**
 * GET /api/analytics/retention: how many of the people whose account is from one week were counted in each week since.
 * Only people who were counted in the week of their account are followed, so no share is above 100 per cent.
 */
export const RetentionView = z
  .object({
    /** The newest week first; weeks before anything was counted are missing. */
    cohorts: z.array(
      z.object({
        /** Its Monday, midnight UTC. */
        week: Timestamp,
        /** In the same week, one week later, and so on up to the running week, at most 12. */
        people: z.array(z.int()),
      }),
    ),
    /** The running week, whose figures still grow. */
    runningWeek: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Retention' })
export type RetentionView = z.infer<typeof RetentionView>
