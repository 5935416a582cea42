import { Router } from 'express'
import mongoose from 'mongoose'
import { metrics } from '../metrics.ts'

/** What /readyz asks; main fills it in as the parts come up. */
export interface Health {
  indexes: boolean
  sockets: boolean
}

/** /healthz: the process lives. /readyz: the store, its indexes and the sockets are ready for people. /metrics: Prometheus. */
export function healthRoutes(health: Health): Router {
  const router = Router()
  router.get('/healthz', (_req, res) => void res.type('text/plain').send('ok'))
  router.get('/readyz', async (_req, res) => {
    const missing = [!(await storeAnswers()) && 'store', !health.indexes && 'indexes', !health.sockets && 'sockets'].filter(Boolean)
    res.status(missing.length ? 503 : 200).type('text/plain').send(missing.length ? `waiting for ${missing.join(', ')}` : 'ready')
  })
  router.get('/metrics', async (_req, res) => void res.type(metrics.contentType).send(await metrics.metrics()))
  return router
}

async function storeAnswers(): Promise<boolean> {
  try {
    return mongoose.connection.readyState === mongoose.ConnectionStates.connected && Boolean(await mongoose.connection.db?.command({ ping: 1 }, { timeoutMS: 1000 }))
  } catch {
    return false // not reachable is the answer, not an error
  }
}
