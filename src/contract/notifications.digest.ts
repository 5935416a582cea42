import { z } from 'zod'
import { MESSAGES } from './errors.ts'
import { DIGEST_RHYTHMS } from './notifications.constants.ts'

const Rhythm = z.enum(DIGEST_RHYTHMS, MESSAGES.invalidInput)

/** GET /api/notifications/digest: whether unread notifications can be mailed to the viewer, and how often they are. */
export const DigestView = z
  .object({
    /** False without a mail server: nothing is offered then. */
    available: z.boolean(),
    /** The account's address. Null until it is confirmed: then nothing is mailed. */
    address: z.string().nullable(),
    /** Null: never. */
    every: Rhythm.nullable(),
  })
  .meta({ id: 'Digest' })
export type DigestView = z.infer<typeof DigestView>

/** PUT /api/notifications/digest. */
export const DigestInput = z.object({ every: Rhythm.nullable() }).meta({ id: 'DigestInput' })
export type DigestInput = z.infer<typeof DigestInput>
