import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Router } from 'express'
import expressStaticGzip from 'express-static-gzip'
import { notFound } from '../errors.ts'

export const SPA_FOLDER = path.resolve(import.meta.dirname, '../../../../dist/client')

/**
 * The built single-page app: hashed files are immutable and sent precompressed; every other GET gets the shell,
 * which always has to be asked for again.
 */
export function spa(folder: string = SPA_FOLDER): Router {
  const router = Router()
  router.use('/assets', expressStaticGzip(path.join(folder, 'assets'), compressed({ immutable: true, maxAge: '1y', fallthrough: false })))
  router.use(expressStaticGzip(folder, compressed({ maxAge: '1h', fallthrough: true })))
  const file = path.join(folder, 'index.html')
  const shell = existsSync(file) ? readFileSync(file) : null
  router.get('/{*path}', (_req, res) => {
    if (!shell) throw notFound()
    res.set('Cache-Control', 'no-cache').type('html').send(shell)
  })
  return router
}

const compressed = (serveStatic: { maxAge: string; fallthrough: boolean; immutable?: boolean }) => ({
  enableBrotli: true,
  orderPreference: ['br' as const, 'gz' as const],
  index: false as const,
  serveStatic,
})
