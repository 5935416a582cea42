import { ApiError } from '#client/live/http.ts'
import type { FailureWords } from '#client/live/failure-toast.ts'

/**
 * The toast of a failed write of these cards (product section 8). The server's reason is added only when it
 * says to wait, because that is what the admin can do.
 */
export const writeFailure =
  (message: string): FailureWords =>
  (error) => ({
    title: 'Error',
    description:
      error instanceof ApiError && error.status === 429 ? `${message}. ${error.sentence}` : message,
  })
