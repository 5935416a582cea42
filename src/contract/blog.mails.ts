import { z } from 'zod'
import { Email } from './account.ts'
import { MESSAGES } from './errors.ts'

/** GET /api/blog/mails: whether new articles can be mailed, and whether the viewer gets them. */
export const BlogMailsView = z
  .object({
    /** False without a mail server: nothing is offered then. */
    available: z.boolean(),
    /** The viewer's own, confirmed address: it needs no further confirmation. Null for visitors. */
    address: z.string().nullable(),
    /** Whether that address gets new articles. */
    subscribed: z.boolean(),
  })
  .meta({ id: 'BlogMails' })
export type BlogMailsView = z.infer<typeof BlogMailsView>

/** PUT /api/blog/mails. */
export const BlogMailsInput = z
  .object({ subscribed: z.boolean(MESSAGES.invalidInput) })
  .meta({ id: 'BlogMailsInput' })
export type BlogMailsInput = z.infer<typeof BlogMailsInput>

/** POST /api/blog/mails/ask. */
export const SubscribeInput = z.object({ email: Email }).meta({ id: 'SubscribeInput' })
export type SubscribeInput = z.infer<typeof SubscribeInput>

/** POST /api/blog/mails/confirm. The token comes from the mailed link. */
export const ConfirmSubscriptionInput = z
  .object({ token: z.string(MESSAGES.invalidInput).max(100, MESSAGES.invalidInput) })
  .meta({ id: 'ConfirmSubscriptionInput' })
export type ConfirmSubscriptionInput = z.infer<typeof ConfirmSubscriptionInput>
