import type { ServerResponse } from 'node:http'
import type { ErrorRequestHandler, RequestHandler } from 'express'
import { MESSAGES, type Problem } from '#contract/errors.ts'
import { openConditions } from '../conditions.ts'
import { busy, HttpError, notFound } from '../errors.ts'
import { logger } from '../logger.ts'
import { isStoreOutage } from '../mongo/store-outage.ts'
import { isStoreAway, STORE_RETRY_SECONDS } from '../mongo/store-watch.ts'

/** Paths of the contract that do not exist. */
export const unknownCall: RequestHandler = () => {
  throw notFound()
}

/**
 * Turns every error into a response: a message as text/plain, or problem+json on request (DECISIONS row 14).
 */
export const errorHandler: ErrorRequestHandler = (error: unknown, req, res, next) => {
  const { status, message, headers } = toHttpError(error, req, res)
  if (res.headersSent) return next(error)
  res.status(status).set(headers)
  if (req.accepts(['text/plain', 'application/problem+json']) === 'application/problem+json') {
    const problem: Problem = { type: 'about:blank', title: message, status, detail: message }
    res.type('application/problem+json').send(JSON.stringify(problem))
  } else {
    res.type('text/plain').send(message)
  }
}

/** Any error as the response it gets. Logs what nobody expected, with the id that its response has. */
export function toHttpError(
  error: unknown,
  { method, path }: { method: string; path: string },
  res?: Pick<ServerResponse, 'getHeader'>,
): HttpError {
  // An intended 503 (busy) is not reported as an error.
  if (error instanceof HttpError) return isBusy(error) && isStoreAway() ? busy(STORE_RETRY_SECONDS) : error
  const response = expectedError(error)
  // The bucket's outage is one condition, not a line for each request.
  const isKnown = isBucketOutage(error) && openConditions().includes('bucket')
  if (response.status >= 500 && !isKnown)
    logger.error({ err: error, requestId: res?.getHeader('x-request-id'), method, path }, 'request failed')
  return response
}

// What waited for its turn, or for a read, was busy because of the outage when there is one.
const isBusy = ({ status, message }: HttpError): boolean => status === 503 && message === MESSAGES.busy

function expectedError(error: unknown): HttpError {
  if (isClientError(error))
    return new HttpError(error.status, error.status === 413 ? MESSAGES.tooLarge : MESSAGES.invalidInput)
  if (isStoreOutage(error)) return busy(STORE_RETRY_SECONDS)
  if (isBucketOutage(error)) return busy(STORE_RETRY_SECONDS)
  if (isDiskFull(error)) return new HttpError(503, MESSAGES.noRoom, { 'Retry-After': '60' })
  return new HttpError(500, MESSAGES.broken)
}

// body-parser and the router mark the client's mistakes (broken JSON, bad percent escapes, too large) by a
// 4xx status.
const isClientError = (error: unknown): error is { status: number } =>
  typeof error === 'object' &&
  error !== null &&
  'status' in error &&
  typeof error.status === 'number' &&
  error.status >= 400 &&
  error.status < 500

// The library of the bucket marks its errors with `$metadata`. A 4xx is a wrong setting, and passes by no wait.
const isBucketOutage = (error: unknown): boolean =>
  error instanceof Error &&
  '$metadata' in error &&
  !(((error.$metadata as { httpStatusCode?: number }).httpStatusCode ?? 500) < 500)

// An upload may succeed later, when space becomes free.
const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
