import { WRITING_MESSAGES } from '#contract/posts.constants.ts'
import { LIMITS } from '#contract/limits.ts'
import { isVisible } from '#contract/text.ts'
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

function refuse(title: string, description: string): false {
  toast({ variant: 'destructive', title, description })
  return false
}
