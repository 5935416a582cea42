import express, { type Express, type RequestHandler, Router } from 'express'
import passport from 'passport'
import { blogFeed } from './features/blog/blog.feed.ts'
import { pages } from './features/site/pages/pages.router.ts'
import { searchEngines } from './features/site/seo/seo.router.ts'
import { config } from './platform/config.ts'
import { promptBodies } from './platform/http/body.ts'
import { errorHandler, unknownCall } from './platform/http/error-handler.ts'
import { personal, secureHeaders } from './platform/http/headers.ts'
import { type Health, healthRoutes } from './platform/http/health.ts'
import { mount, type RouteSpec } from './platform/http/route.ts'
import { sameSiteOnly } from './platform/http/same-site.ts'
import { staticFiles } from './platform/http/static-files.ts'
import { timeRequests } from './platform/http/time-requests.ts'
import { openApiDocument } from './platform/http/openapi.ts'

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
  app.use(promptBodies(), secureHeaders, healthRoutes(health))
  // The document's older name of what stands under /api (product section 7).
  app.get('/objects/*path', (req, _res, next) => {
    req.url = req.url.replace('/objects/', '/api/')
    next()
  })
  app.use('/api', api(sessions, routes))
  app.use(searchEngines(), staticFiles(), blogFeed(), pages([sessions, passport.session()]))
  app.use(errorHandler)
  return app
}

function api(sessions: RequestHandler, routes: readonly RouteSpec[]): Router {
  const router = Router()
  const document = JSON.stringify(openApiDocument(routes))
  router.use(timeRequests, personal, sameSiteOnly)
  router.get('/openapi.json', (_req, res) => void res.type('json').send(document))
  router.use(unlessVisiting(sessions), unlessVisiting(passport.session()))
  mount(router, routes)
  router.use(unknownCall)
  return router
}

/**
 * Who reads without any cookie is a visitor: no session is looked for, and no number drawn for one. Log-ins
 * by redirect make theirs on a GET.
 */
const unlessVisiting =
  (identify: RequestHandler): RequestHandler =>
  (req, res, next) =>
    req.method === 'GET' && req.headers.cookie === undefined && !req.path.startsWith('/auth/')
      ? next()
      : identify(req, res, next)
