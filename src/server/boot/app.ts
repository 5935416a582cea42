import express, { type Express, type RequestHandler, Router } from 'express'
import passport from 'passport'
import { blogFeed } from '../features/blog/blog-feed.ts'
import { refuseCalls } from '../features/site/maintenance/maintenance.service.ts'
import { pages } from '../features/site/pages/pages-router.ts'
import { searchEngines } from '../features/site/seo/seo-router.ts'
import { config } from '../platform/config.ts'
import { inRounds } from '../platform/http/batch.ts'
import { promptBodies } from '../platform/http/body.ts'
import { errorHandler, unknownCall } from '../platform/http/error-handler.ts'
import { personal, secureHeaders } from '../platform/http/headers.ts'
import { type Health, healthRoutes } from '../platform/http/health.ts'
import { followRequests, nameRequests } from '../platform/http/requests.ts'
import { mount, type RouteSpec } from '../platform/http/route.ts'
import { forOwnPerson, sameSiteOnly } from '../platform/http/same-site.ts'
import { staticFiles } from '../platform/http/static-files.ts'
import { logger } from '../platform/logger.ts'
import { secureSite } from '../platform/cookies.ts'

interface Parts {
  sessions: RequestHandler
  routes: readonly RouteSpec[]
  health: Health
}

/**
 * Express, outermost first: a deadline for bodies, headers, health, the REST contract under /api, then the
 * built page's files and documents, then the one error handler.
 */
export function buildApp({ sessions, routes, health }: Parts): Express {
  const app = express()
  app
    .disable('x-powered-by')
    .set('trust proxy', config.TRUST_PROXY ?? false)
    .set('query parser', 'simple')
  app.use(
    nameRequests,
    promptBodies(),
    namesUntrustedProxy(),
    secureHeaders,
    healthRoutes(health),
    followRequests,
  )
  // The product document's older paths for /api (product section 7).
  app.get('/objects/*path', (req, _res, next) => {
    req.url = req.url.replace('/objects/', '/api/')
    next()
  })
  app.use('/api', api(sessions, routes))
  app.use(searchEngines(), staticFiles(), blogFeed(), pages([sessions, passport.session()]))
  app.use(errorHandler)
  return app
}

/** Says once what is missing when a proxy ends TLS and is not trusted: no session cookie is sent then. */
function namesUntrustedProxy(): RequestHandler {
  let said = !secureSite
  return (req, _res, next) => {
    if (!said && !req.secure && req.headers['x-forwarded-proto']?.includes('https')) {
      said = true
      logger.warn(
        { peer: req.socket.remoteAddress },
        'A proxy says that this request came by https, but TRUST_PROXY does not name the proxy. Nobody can log in through it: set TRUST_PROXY to its address.',
      )
    }
    next()
  }
}

function api(sessions: RequestHandler, routes: readonly RouteSpec[]): Router {
  const router = Router()
  // Made when somebody asks for it: it takes a tenth of a second.
  let document: Promise<string> | undefined
  const makeDocument = async () => {
    const { openApiDocument } = await import('../platform/http/openapi.ts')
    return JSON.stringify(openApiDocument(routes))
  }
  const openApi = () => (document ??= makeDocument())
  router.use(personal, sameSiteOnly)
  router.get('/openapi.json', async (_req, res) => void res.type('json').send(await openApi()))
  router.post('/batch', inRounds())
  router.use(unlessVisiting(sessions), unlessVisiting(passport.session()), forOwnPerson, refuseCalls)
  mount(router, routes)
  router.use(unknownCall)
  return router
}

/**
 * A request without a cookie is a visitor's: no session is read or created for it. Log-ins by redirect create
 * theirs on a GET.
 */
const unlessVisiting =
  (identify: RequestHandler): RequestHandler =>
  (req, res, next) =>
    req.method === 'GET' && req.headers.cookie === undefined && !req.path.startsWith('/auth/')
      ? next()
      : identify(req, res, next)
