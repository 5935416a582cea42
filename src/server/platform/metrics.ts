import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { BUILD, VERSION } from './version.ts'

/** The registry behind /metrics. */
export const metrics = new Registry()
collectDefaultMetrics({ register: metrics })

export const requests = new Histogram({
  name: 'http_request_duration_seconds',
  help: "Time from the request to the end of its response, by route pattern. 'page ...' for pages, 'file' for built files.",
  labelNames: ['method', 'route', 'status'] as const,
  // The longest waits for the store end after 12 s, those of a page after 20.
  buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 20, 30],
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

export const mails = new Counter({
  name: 'mails_total',
  help: 'Mails that the mail server has taken (sent), and attempts that it or the way to it has refused (failed).',
  labelNames: ['result'] as const,
  registers: [metrics],
})
export const jobRuns = new Counter({
  name: 'job_runs_total',
  help: 'Runs of jobs by kind. failed: is tried again; dead: waits for an admin; dropped: nobody wants it any more.',
  labelNames: ['kind', 'result'] as const,
  registers: [metrics],
})
export const uploads = new Counter({
  name: 'uploads_total',
  help: 'Uploads that have arrived, by kind, or that were refused or broken off.',
  labelNames: ['kind', 'result'] as const,
  registers: [metrics],
})
export const errorReports = new Counter({
  name: 'errors_total',
  help: 'Errors that the monitor has got, by area and source.',
  labelNames: ['area', 'source'] as const,
  registers: [metrics],
})

const buildInfo = new Gauge({
  name: 'build_info',
  help: 'Always 1: the version, the build of the page and Node.js.',
  labelNames: ['version', 'build', 'node'] as const,
  registers: [metrics],
})
buildInfo.set({ version: VERSION, build: BUILD, node: process.version }, 1)
