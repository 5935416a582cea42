import { z } from 'zod'
import { MESSAGES } from './errors.ts'
import { LIMITS } from './limits.ts'

/** What a page says of itself, shown below the text of a post that links to it (DECISIONS row 350). */
export const LinkCardView = z
  .object({
    /** The address that the text names. */
    url: z.string(),
    /** Its host, without 'www.'. */
    host: z.string(),
    title: z.string(),
    description: z.string().nullable(),
    /** Address of our own copy of its picture. */
    picture: z.string().nullable(),
  })
  .meta({ id: 'LinkCard' })
export type LinkCardView = z.infer<typeof LinkCardView>

/** POST /api/link-cards: an address from a text that is being written. */
export const LinkCardInput = z
  .object({ url: z.url({ protocol: /^https?$/, error: MESSAGES.invalidInput }).max(LIMITS.url) })
  .meta({ id: 'LinkCardInput' })

/** `card`: null when the page has none, cannot be reached, or the previews are off. */
export const LinkCardAnswer = z.object({ card: LinkCardView.nullable() }).meta({ id: 'LinkCardAnswer' })
