import { z } from 'zod'
import { MESSAGES } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'

/** A person's id in a path; anything else is 404. */
export const PersonParams = z.object({ id: z.string().regex(/^[0-9a-f]{24}$/, MESSAGES.userNotFound) })

/** A handle in a path, in any letter case; anything else is 404. */
export const HandleParams = z.object({
  handle: z
    .string()
    .max(LIMITS.handleMax, { error: MESSAGES.userNotFound, abort: true })
    .regex(/^[A-Za-z0-9_]+$/, MESSAGES.userNotFound)
    .toLowerCase(),
})
