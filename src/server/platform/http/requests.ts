import { randomUUID } from 'node:crypto'
import type { Request, RequestHandler } from 'express'
import { config } from '../config.ts'
import { logger } from '../logger.ts'
import { requests } from '../metrics.ts'
import { responseTimes } from '../vitals.ts'
import { isTrustedProxy } from './connections.ts'

/** What a proxy may call a request: nothing else reaches the log and the answer. */
const REQUEST_ID = /^[\w.-]{8,64}$/

/** Gives each request an id, or takes that of a trusted proxy; every answer has it, and so has the log. */
export const nameRequests: RequestHandler = ({ headers, socket }, res, next) => {
  const given = headers['x-request-id']
  const isGiven =
    typeof given === 'string' && REQUEST_ID.test(given) && isTrustedProxy(socket.remoteAddress ?? '', 0)
  res.setHeader('X-Request-Id', isGiven ? given : randomUUID())
  next()
}

type LoggedRequests = NonNullable<typeof config.REQUEST_LOG>
const logged: LoggedRequests = config.REQUEST_LOG ?? (config.NODE_ENV === 'production' ? 'all' : 'errors')

/**
 * Measures and logs every request by its route pattern: ids would make endless series (LIVE L17), and a path may hold a
 * secret. The log holds neither addresses nor queries.
 */
export const followRequests: RequestHandler = (req, res, next) => {
  const began = process.hrtime.bigint()
  const isCall = /^\/(?:api|objects)\//.test(req.path)
  res.once('close', () => {
    const seconds = Number(process.hrtime.bigint() - began) / 1e9
    const route = isCall ? patternOf(req) : pageOf(req)
    const { method } = req
    const { statusCode: status, writableFinished: isComplete } = res
    if (isComplete) {
      requests.observe({ method, route, status: String(status) }, seconds)
      if (isCall) responseTimes.record(seconds * 1000)
    }
    if (logged === 'off' || (logged === 'errors' && status < 500)) return
    const line = {
      requestId: res.getHeader('x-request-id'),
      method,
      route,
      status,
      ms: Math.round(seconds * 1e4) / 10,
    }
    logger.info(isComplete ? line : { ...line, aborted: true }, 'request')
  })
  next()
}

const patternOf = ({ route }: Request): string => (route as { path?: string } | undefined)?.path ?? 'other'

/** Pages by their pattern; all built files are one. */
function pageOf(req: Request): string {
  const pattern = patternOf(req)
  return pattern === 'other' ? 'file' : `page ${pattern}`
}
