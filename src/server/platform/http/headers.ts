import type { RequestHandler } from 'express'
import helmet from 'helmet'
import { config } from '../config.ts'
import { secureSite } from '../cookies.ts'
import { downloadOrigins, uploadOrigin } from '../storage/storage.ts'

const DIRECTIVES = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  // React and Radix set style attributes; elements and sheets stay ours alone.
  styleSrc: ["'self'"],
  styleSrcAttr: ["'unsafe-inline'"],
  styleSrcElem: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:', ...downloadOrigins()],
  mediaSrc: ["'self'", 'blob:', ...downloadOrigins()],
  // Files go straight to the bucket where there is one.
  connectSrc: ["'self'", ...(uploadOrigin() ? [uploadOrigin()!] : [])],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  // No string becomes HTML or a script but by the client's ui/trusted-types.ts.
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: ['royal-flush'],
  ...(secureSite ? { upgradeInsecureRequests: [] } : {}),
}

const helmetHeaders = helmet({
  contentSecurityPolicy: { useDefaults: false, directives: DIRECTIVES },
  strictTransportSecurity: secureSite && {
    maxAge: 31_536_000,
    includeSubDomains: config.HSTS !== 'host',
    preload: config.HSTS === 'preload',
  },
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  // For browsers that do not know frame-ancestors.
  xFrameOptions: { action: 'deny' },
})

const GOOGLE = {
  scriptSrc: ['https://*.googletagmanager.com'],
  imgSrc: ['https://*.google-analytics.com', 'https://*.googletagmanager.com'],
  connectSrc: [
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
    'https://*.googletagmanager.com',
  ],
}

/** Permits Google's tag in this document, for a reader who has consented (DECISIONS row 18). */
export const permitGoogleTag = helmet.contentSecurityPolicy({
  useDefaults: false,
  directives: {
    ...DIRECTIVES,
    // The tag loads further scripts by their addresses.
    requireTrustedTypesFor: null,
    trustedTypes: null,
    scriptSrc: [...DIRECTIVES.scriptSrc, ...GOOGLE.scriptSrc],
    imgSrc: [...DIRECTIVES.imgSrc, ...GOOGLE.imgSrc],
    connectSrc: [...DIRECTIVES.connectSrc, ...GOOGLE.connectSrc],
  },
})

/** Browser features that no page uses: switched off. */
const DENIED = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]
// Voice messages are recorded on our own pages; the browser asks the person.
const PERMISSIONS = [...DENIED.map((feature) => `${feature}=()`), 'microphone=(self)'].join(', ')

/**
 * Response headers of every response (SECURITY, Headers): no inline script, no framing, no foreign sources,
 * no devices.
 */
export const secureHeaders: RequestHandler = (req, res, next) => {
  res.setHeader('Permissions-Policy', PERMISSIONS)
  helmetHeaders(req, res, next)
}

/** API responses depend on the viewer: shared caches may not store them, and the browser revalidates. */
export const personal: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'private, no-cache')
  next()
}
