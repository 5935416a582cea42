import { SOMETHING_WENT_WRONG, toast } from '#client/ui/toast.ts'
import type { ToastInput } from '#client/ui/toast.ts'
import { errorMessageOf } from './api-error.ts'

/**
 * How a failed write is reported (product section 8). A title alone: the description is the server's message.
 * With `fallback` ('message or ...' in the document) the server's message, or this without one. With
 * `sentence` always this, and the server's message below it. A function decides for itself.
 */
export type FailureWords =
  | string
  | { title: string; fallback: string }
  | { title: string; sentence: string }
  | ((error: unknown) => Omit<ToastInput, 'variant'>)

/** Shows the toast of a failed write. Every such toast is made here. */
export const toastFailure = (error: unknown, words: FailureWords): void =>
  void toast({ variant: 'destructive', ...describe(error, words) })

function describe(error: unknown, words: FailureWords): Omit<ToastInput, 'variant'> {
  if (typeof words === 'function') return words(error)
  if (typeof words === 'string') return { title: words, description: errorMessageOf(error) }
  const { title } = words
  if ('fallback' in words) return { title, description: errorMessageOf(error, words.fallback) }
  const reason = errorMessageOf(error, '')
  // That something went wrong is no reason.
  return { title, description: words.sentence, ...(reason !== SOMETHING_WENT_WRONG && { reason }) }
}
