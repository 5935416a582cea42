import { SOMETHING_WENT_WRONG, toast } from '#client/ui/toast.ts'
import type { ToastInput } from '#client/ui/toast.ts'
import { errorMessageOf } from './api-error.ts'

/**
 * How a failed write is reported: the title of the toast, whose description is the server's message, or
 * `fallback` without one. A function decides for itself.
 */
export type FailureWords =
  | string
  | { title: string; fallback: string }
  | ((error: unknown) => Omit<ToastInput, 'variant'>)

/** Shows the toast of a failed write. Every such toast is made here. */
export const toastFailure = (error: unknown, words: FailureWords): void =>
  void toast({ variant: 'destructive', ...describe(error, words) })

function describe(error: unknown, words: FailureWords): Omit<ToastInput, 'variant'> {
  if (typeof words === 'function') return words(error)
  const { title, fallback } =
    typeof words === 'string' ? { title: words, fallback: SOMETHING_WENT_WRONG } : words
  return { title, description: errorMessageOf(error, fallback) }
}
