import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

/** The registry behind /metrics. */
export const metrics = new Registry()
collectDefaultMetrics({ register: metrics })

export const requests = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from the request to the end of its response, by route pattern.',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
  registers: [metrics],
})

export const sockets = new Gauge({
  name: 'sockets_connected',
  help: 'Sockets connected to this process.',
  registers: [metrics],
})
export const refusedHandshakes = new Counter({
  name: 'handshakes_refused_total',
  help: 'Sockets that were told when to come back, because the handshake queue was full.',
  registers: [metrics],
})
export const pushes = new Counter({
  name: 'pushes_total',
  help: 'Events handed to Socket.IO, by name.',
  labelNames: ['event'] as const,
  registers: [metrics],
})
export const cacheReads = new Counter({
  name: 'cache_reads_total',
  help: 'Reads through a cache. hit: cached; shared: with a read that was running; miss: a read of its own.',
  labelNames: ['cache', 'result'] as const,
  registers: [metrics],
})
export const securityEvents = new Counter({
  name: 'security_events_total',
  help: 'Log-ins, refusals and changes of accounts.',
  labelNames: ['event', 'outcome'] as const,
  registers: [metrics],
})
