import { z } from 'zod'
import { MESSAGES } from './errors.ts'
import { LIMITS } from './limits.ts'
import { ConversationView, MessageView } from './messages.ts'
import { ActorView } from './people.ts'
import { Id, personText, Timestamp } from './primitives.ts'

/**
 * GET /api/messages/search: words and filters, as in the search of posts (DECISIONS row 262). `conversationId`
 * narrows to one thread.
 */
export const MessageSearchQuery = z.object({
  q: personText({ max: LIMITS.searchQuery, tooLong: MESSAGES.invalidInput }),
  conversationId: Id.optional(),
  cursor: z.iso.datetime(MESSAGES.badCursor).optional(),
})
export type MessageSearchQuery = z.infer<typeof MessageSearchQuery>

/**
 * Messages newest first, with the conversations that they belong to. A page may be short, or empty, and not be
 * the last: only a missing `cursor` is the end.
 */
export const MessageSearchPage = z
  .object({
    messages: z.array(MessageView),
    conversations: z.array(ConversationView),
    /** Who has written those of groups, whose conversations do not name them. */
    authors: z.array(ActorView),
    /** The next page is older than this. */
    cursor: Timestamp.nullable(),
  })
  .meta({ id: 'MessageSearchPage' })
export type MessageSearchPage = z.infer<typeof MessageSearchPage>
