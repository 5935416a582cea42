import { WRITER_HEADER } from '#contract/account.constants.ts'
import { recordFailure, tellNumber } from '#client/ui/faults.ts'
import { SOMETHING_WENT_WRONG } from '#client/ui/toast.ts'

/** Shown when there was no answer. */
export const UNREACHABLE = "We can't reach the palace. Please check your connection."

const NO_HEADERS = new Headers()

/**
 * A call whose answer was not OK. `message` is '{status}: {text}' (product section 8); `sentence` is the text
 * alone, for the screen, of a fault of ours with the number of its request. Status 0: there was no answer.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly sentence: string
  /** The server's Retry-After, ms; 0 when there is none. */
  readonly retryAfter: number
  /** The page does not know yet who is signed in: the session has ended, or is another person's. */
  readonly endsSession: boolean
  constructor(status: number, sentence: string, headers: Pick<Headers, 'get'> = NO_HEADERS) {
    super(`${status}: ${sentence}`)
    this.status = status
    const fault = status === 500 ? headers.get('X-Request-Id') : null
    recordFailure(fault)
    this.sentence = fault ? `${sentence} ${tellNumber(fault)}` : sentence
    this.retryAfter = (Number(headers.get('Retry-After')) || 0) * 1000
    this.endsSession = status === 401 || (status === 409 && headers.get(WRITER_HEADER) !== null)
  }
}

/** The longest wait before an automatic retry, ms. A longer one is shown, and the person decides. */
const MAX_RETRY_WAIT_MS = 120_000

/**
 * Whether the same call may succeed later by itself: no answer, a rate limit, or a server that restarts or
 * cannot reach its database. Everything else, 500 included, is final: it is shown, and only the person
 * repeats it.
 */
export const isTransient = ({ status, retryAfter }: ApiError): boolean =>
  status === 0 || (status >= 502 && status <= 504) || (status === 429 && retryAfter <= MAX_RETRY_WAIT_MS)

/** The message to show for anything caught: the server's own, or `fallback`. */
export const errorMessageOf = (error: unknown, fallback = SOMETHING_WENT_WRONG): string =>
  error instanceof ApiError && error.sentence ? error.sentence : fallback

/**
 * Loads the code of a call that a page makes only when it is asked to. Fails as the call would that gets no
 * answer.
 */
export const codeOfCall = async <T>(load: () => Promise<T>): Promise<T> => {
  try {
    return await load()
  } catch {
    throw new ApiError(0, UNREACHABLE)
  }
}
