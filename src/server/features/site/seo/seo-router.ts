import { Router } from 'express'
import { config } from '#server/platform/config.ts'
import { limitRate } from '#server/platform/rate-limit.ts'
import { clock } from '#server/platform/clock.ts'
import { DAY } from '#server/platform/durations.ts'
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

/** RFC 9116 recommends less than a year. The file is generated for each request. */
const GOOD_FOR = 180 * DAY

/** /.well-known/security.txt (RFC 9116): the contact for reports of vulnerabilities. */
function securityContact(now = clock.now()): string {
  const expires = new Date(Math.floor((now + GOOD_FOR) / DAY) * DAY).toISOString()
  return [
    `Contact: ${contact()}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${config.PUBLIC_URL}/.well-known/security.txt`,
    '',
  ].join('\n')
}

function contact(): string {
  const { SECURITY_CONTACT, MAIL_FROM } = config
  if (SECURITY_CONTACT) return SECURITY_CONTACT
  return `mailto:${/<([^>]+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM.trim()}`
}
