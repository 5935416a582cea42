import { type Server, createServer } from 'node:http'
import express, { type Request, Router } from 'express'
import mongoose from 'mongoose'
import { conditionsInWords } from '../conditions.ts'
import { config } from '../config.ts'
import { isSameSignature } from '../key-derivation.ts'
import { metrics } from '../metrics.ts'

/** The checks of /readyz; boot/start.ts fills them in as the parts start. */
export interface Health {
  indexes: boolean
  sockets: boolean
}

type MayKnow = (req: Request) => boolean

const isBearer = ({ headers }: Request): boolean =>
  config.METRICS_TOKEN !== undefined &&
  isSameSignature(headers.authorization ?? '', `Bearer ${config.METRICS_TOKEN}`)

/**
 * On the public port: with the token. Without a configured token everybody in development, nobody in
 * production.
 */
const mayKnowInPublic: MayKnow = (req) =>
  isBearer(req) || (!config.METRICS_TOKEN && config.NODE_ENV !== 'production')

/**
 * /healthz: the process runs. /readyz: the store, its indexes and the sockets are ready. /metrics:
 * Prometheus. A condition that the process goes on with, such as a Redis that is away, is named in the details and
 * keeps it ready. Details and figures only for authorised callers (SECURITY, findings L3).
 */
export function healthRoutes(health: Health, mayKnow: MayKnow = mayKnowInPublic): Router {
  const router = Router()
  router.get('/healthz', (_req, res) => void res.type('text/plain').send('ok'))
  router.get('/readyz', async (req, res) => {
    const missing = [
      !(await storeAnswers()) && 'store',
      !health.indexes && 'indexes',
      !health.sockets && 'sockets',
    ].filter(Boolean)
    const state = missing.length ? 'not ready' : 'ready'
    const details = missing.length ? `waiting for ${missing.join(', ')}` : 'ready'
    res
      .status(missing.length ? 503 : 200)
      .type('text/plain')
      .send(mayKnow(req) ? [details, ...conditionsInWords()].join('\n') : state)
  })
  router.get('/metrics', async (req, res, next) => {
    if (!mayKnow(req)) return next()
    res
      .set('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.metrics())
  })
  return router
}

/** The same for internal callers, with every detail, on METRICS_PORT; null when that is not set. */
export async function startPrivatePort(health: Health): Promise<Server | null> {
  const { METRICS_PORT: port, METRICS_HOST: host } = config
  if (port === undefined) return null
  const server = createServer(
    express()
      .disable('x-powered-by')
      .use(healthRoutes(health, () => true)),
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return server
}

async function storeAnswers(): Promise<boolean> {
  try {
    if (mongoose.connection.readyState !== mongoose.ConnectionStates.connected) return false
    const timeout = AbortSignal.timeout(1_000)
    return Boolean(await mongoose.connection.db?.command({ ping: 1 }, { signal: timeout }))
  } catch {
    return false // not reachable is the answer, not an error
  }
}
