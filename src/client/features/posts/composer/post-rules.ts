import { POLL, WRITING_MESSAGES } from '#contract/posts.constants.ts'
import { LIMITS } from '#contract/limits.ts'
import { isVisible, lookOf } from '#contract/text.ts'
import { toast } from '#client/ui/toast.ts'

/**
 * Checks the text on submit, which the keyboard reaches without the button. Shows a toast when it is not
 * valid.
 */
export function validateOrToast(text: string): boolean {
  if (!isVisible(text)) return refuse('Empty post', WRITING_MESSAGES.emptyPost)
  if (text.length > LIMITS.postText) return refuse('Post too long', WRITING_MESSAGES.postTooLong)
  return true
}

/** The answers of a draft's poll as they are sent. */
export const answersOf = (options: readonly string[]): string[] =>
  options.map((text) => text.trim()).filter(isVisible)

/** Checks the poll of a draft, which may have none. Shows a toast when it is not valid. */
export function validatePollOrToast(options: readonly string[]): boolean {
  const answers = answersOf(options)
  const different = new Set(answers.map(lookOf)).size
  return options.length === 0 || (answers.length >= POLL.fewest && different === answers.length)
    ? true
    : refuse('Poll unfinished', WRITING_MESSAGES.pollUnfinished)
}

function refuse(title: string, description: string): false {
  toast({ variant: 'destructive', title, description })
  return false
}
