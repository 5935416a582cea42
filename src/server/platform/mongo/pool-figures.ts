import type { mongo } from 'mongoose'
import { Counter, Gauge, Histogram } from 'prom-client'
import { metrics } from '../metrics.ts'

const connections = new Gauge({
  name: 'mongo_pool_connections',
  help: 'Connections to the database: open ones, and those in use by a command.',
  labelNames: ['state'] as const,
  registers: [metrics],
})
const waits = new Histogram({
  name: 'mongo_pool_wait_seconds',
  help: 'How long commands waited for a connection to the database.',
  buckets: [0.0001, 0.001, 0.01, 0.1, 1, 10],
  registers: [metrics],
})
const failures = new Counter({
  name: 'mongo_pool_failures_total',
  help: 'Commands that got no connection to the database in time, or none at all.',
  registers: [metrics],
})

/** Counts the connections of a client. Called once for each. */
export function countConnections(client: mongo.MongoClient): void {
  for (const state of ['open', 'used']) connections.set({ state }, 0)
  client
    .on('connectionCreated', () => connections.inc({ state: 'open' }))
    .on('connectionClosed', () => connections.dec({ state: 'open' }))
    .on('connectionCheckedOut', ({ durationMS }) => {
      connections.inc({ state: 'used' })
      waits.observe(durationMS / 1000)
    })
    .on('connectionCheckedIn', () => connections.dec({ state: 'used' }))
    .on('connectionCheckOutFailed', () => failures.inc())
}
