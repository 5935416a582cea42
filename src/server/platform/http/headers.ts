import type { RequestHandler } from 'express'
import helmet from 'helmet'
import { secureSite } from '../session.ts'
import { uploadOrigin } from '../storage/storage.ts'

/** Response headers of every answer (SECURITY, Headers): no inline script, no framing, no foreign sources. */
export const secureHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      // React and Radix set style attributes; elements and sheets stay ours alone.
      styleSrc: ["'self'"],
      styleSrcAttr: ["'unsafe-inline'"],
      styleSrcElem: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      mediaSrc: ["'self'", 'blob:'],
      // Files go straight to the bucket where there is one.
      connectSrc: ["'self'", ...(uploadOrigin() ? [uploadOrigin()!] : [])],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      ...(secureSite ? { upgradeInsecureRequests: [] } : {}),
    },
  },
  strictTransportSecurity: secureSite ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
})

/** What the API answers hangs on who asks: no cache between keeps it, and one's own browser asks again. */
export const personal: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'private, no-cache')
  next()
}
