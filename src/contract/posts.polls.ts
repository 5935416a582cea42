import { z } from 'zod'
import { MESSAGES } from './errors.ts'
import { POLL } from './posts.constants.ts'
import { Id, personText, Rev, Timestamp } from './primitives.ts'
import { lookOf } from './text.ts'

/**
 * The poll of a post, the same for all viewers. Screens show the votes of the options once the viewer has voted, or
 * the poll has ended (DECISIONS row 301).
 */
export const PollView = z
  .object({
    options: z.array(z.object({ text: z.string(), votes: z.int().nonnegative() })),
    /** Of all options. */
    votes: z.int().nonnegative(),
    endsAt: Timestamp,
  })
  .meta({ id: 'Poll' })
export type PollView = z.infer<typeof PollView>

const PollOption = personText({
  max: POLL.optionText,
  tooLong: MESSAGES.pollOptionTooLong,
  empty: MESSAGES.pollUnfinished,
}).trim()

/** A poll for a new post. It ends so many minutes after the post is published. */
export const PollInput = z
  .object({
    options: z
      .array(PollOption)
      .min(POLL.fewest, MESSAGES.pollUnfinished)
      .max(POLL.most, MESSAGES.pollUnfinished)
      .refine((options) => new Set(options.map(lookOf)).size === options.length, MESSAGES.pollUnfinished),
    minutes: z
      .int(MESSAGES.invalidInput)
      .min(POLL.shortest, MESSAGES.invalidInput)
      .max(POLL.longest, MESSAGES.invalidInput),
  })
  .meta({ id: 'PollInput' })
export type PollInput = z.infer<typeof PollInput>

/** POST /api/posts/{id}/vote: the place of the option, from 0. One vote a person, which stays. */
export const VoteInput = z
  .object({
    option: z
      .int(MESSAGES.invalidInput)
      .min(0, MESSAGES.invalidInput)
      .max(POLL.most - 1, MESSAGES.invalidInput),
  })
  .meta({ id: 'VoteInput' })

/** The viewer's own vote; nobody else learns it. `id`: of the post. `option`: null until they have voted. */
export const VoteView = z.object({ id: Id, option: z.int().nullable(), rev: Rev }).meta({ id: 'Vote' })
export type VoteView = z.infer<typeof VoteView>
