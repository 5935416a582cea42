import type { ServerResponse } from 'node:http'
import path from 'node:path'
import { Router } from 'express'
import expressStaticGzip from 'express-static-gzip'

/** The output of `vite build`. */
export const BUILT_PAGE = path.resolve(import.meta.dirname, '../../../../dist/client')

/**
 * The built files, precompressed: hashed ones are cached for ever, the others for an hour. Documents are
 * served elsewhere.
 */
export function staticFiles(folder: string = BUILT_PAGE): Router {
  const router = Router()
  router.use(
    '/assets',
    expressStaticGzip(
      path.join(folder, 'assets'),
      compressed({ immutable: true, maxAge: '1y', fallthrough: false }),
    ),
  )
  router.get('/index.html', (_req, res) => res.redirect(301, '/'))
  router.use(
    expressStaticGzip(folder, compressed({ maxAge: '1h', fallthrough: true, setHeaders: alwaysAsked })),
  )
  return router
}

/** Not cached: an old service worker would keep an old shell. */
const alwaysAsked = (res: ServerResponse, file: string): void => {
  if (/[\\/](?:sw\.js|(?:offline|shell)\.html)(?:\.\w+)?$/.test(file))
    res.setHeader('Cache-Control', 'no-cache')
}

const compressed = (serveStatic: {
  maxAge: string
  fallthrough: boolean
  immutable?: boolean
  setHeaders?: typeof alwaysAsked
}) => ({
  enableBrotli: true,
  orderPreference: ['br' as const, 'gz' as const],
  index: false as const,
  serveStatic,
})
