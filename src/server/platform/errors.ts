import { MESSAGES, tooManyRequests } from '#contract/errors.ts'

/** An expected error: a status and one message for the person. Any other error is a 500. */
export class HttpError extends Error {
  readonly status: number
  readonly headers: Record<string, string>

  constructor(status: number, sentence: string, headers: Record<string, string> = {}) {
    super(sentence)
    this.name = 'HttpError'
    this.status = status
    this.headers = headers
  }
}

export const badRequest = (sentence: string = MESSAGES.invalidInput) => new HttpError(400, sentence)
export const unauthorised = (sentence: string = MESSAGES.logIn) => new HttpError(401, sentence)
export const forbidden = (sentence: string = MESSAGES.forbidden) => new HttpError(403, sentence)
export const notFound = (sentence: string = MESSAGES.notFound) => new HttpError(404, sentence)
/** The body is incomplete: the client went away, or stopped sending. */
export const brokenOff = () => new HttpError(408, MESSAGES.broken)
export const conflict = (sentence: string) => new HttpError(409, sentence)
/** Not now: the same request may succeed after this many seconds. */
export const busy = (seconds = 2) => new HttpError(503, MESSAGES.busy, { 'Retry-After': String(seconds) })
export const tooMany = (seconds: number, sentence: string = tooManyRequests(seconds)) =>
  new HttpError(429, sentence, { 'Retry-After': String(seconds) })

/** MongoDB refused a second document where a unique index allows one. */
export const isDuplicateKey = (
  error: unknown,
): error is Error & { code: 11000; keyPattern: Record<string, number> } =>
  error instanceof Error && 'code' in error && error.code === 11000
