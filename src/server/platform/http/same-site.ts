import type { RequestHandler } from 'express'
import { WRITER_HEADER } from '#contract/account.constants.ts'
import { MESSAGES } from '#contract/errors.ts'
import { config } from '../config.ts'
import { conflict, forbidden } from '../errors.ts'
import { recordSecurityEvent } from '../security-events.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
const allowedOrigin = new URL(config.PUBLIC_URL).origin

/**
 * The page's own address: the configured one, or the one this request came to (a phone on the same network in
 * development).
 */
export const isOwnOrigin = (origin: string, host: string | undefined): boolean =>
  origin === allowedOrigin || (config.NODE_ENV !== 'production' && origin === `http://${host}`)

/** Refuses writes that another site's page started (SECURITY, Cross-site). There is no CORS. */
export const sameSiteOnly: RequestHandler = (req, _res, next) => {
  if (SAFE.has(req.method)) return next()
  const site = req.headers['sec-fetch-site']
  const { origin, host } = req.headers
  const own = site
    ? site === 'same-origin' || site === 'none'
    : origin === undefined || isOwnOrigin(origin, host)
  if (own) return next()
  // Whose cookie it carries is not looked up for a request that is refused.
  recordSecurityEvent({ event: 'cross-site', outcome: 'refused', userId: null, req })
  next(forbidden(MESSAGES.crossSite))
}

/**
 * Refuses a write that a page makes for somebody else than the person of the session: another tab of the browser has
 * logged in as somebody else. Comes after the session.
 */
export const forOwnPerson: RequestHandler = (req, res, next) => {
  const writer = req.get(WRITER_HEADER)
  if (SAFE.has(req.method) || !writer || !req.user || writer === req.user.id) return next()
  res.set(WRITER_HEADER, 'somebody else')
  next(conflict(MESSAGES.otherViewer))
}
