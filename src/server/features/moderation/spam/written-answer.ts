import { SPAM_MESSAGES } from '#contract/moderation.constants.ts'
import type { HeldReceipt } from '#contract/moderation.ts'
import { created, ok, type Answer } from '#server/platform/http/answer.ts'
import type { Queued, Written } from './check-spam.ts'

/** 201 for something new, 200 for a retry, 202 for a text that waits for an admin. */
export function writtenAnswer(outcome: Written<unknown> | Queued): Answer {
  if ('waiting' in outcome)
    return ok({ held: outcome.waiting, message: SPAM_MESSAGES.held } satisfies HeldReceipt, 202)
  return outcome.isNew ? created(outcome.view) : ok(outcome.view)
}
