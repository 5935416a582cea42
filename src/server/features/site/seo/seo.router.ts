import { Router } from 'express'
import { limitRate } from '#server/platform/rate-limit.ts'
import { securityContact } from './security-contact.ts'
import { robots, siteMap, sitePlaces } from './site-map.ts'

const CACHED = 'public, max-age=600'

/** Files for search engines, and security.txt. */
export function searchEngines(): Router {
  const router = Router()
  router.get(
    '/robots.txt',
    (_req, res) => void res.type('text/plain').set('Cache-Control', CACHED).send(robots()),
  )
  router.get(
    '/.well-known/security.txt',
    (_req, res) => void res.type('text/plain').set('Cache-Control', CACHED).send(securityContact()),
  )
  router.get('/sitemap.xml', limitRate('read'), async (_req, res) => {
    res
      .type('application/xml')
      .set('Cache-Control', CACHED)
      .send(siteMap(await sitePlaces()))
  })
  return router
}
