import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let metrics: string
beforeAll(async () => {
  server = await startTestServer()
  const ann = await person(server, 'ann')
  await ann.post('/posts', { text: 'counted' })
  for (const path of ['/', '/feed', '/u/ann', '/robots.txt', '/nowhere', '/u/nobody'])
    await (await fetch(`${server.url}${path}`)).text()
  metrics = await (await fetch(`${server.url}/metrics`)).text()
})
afterAll(() => server.close())

const deployed = (file: string) => readFile(path.resolve(import.meta.dirname, '../../deploy', file), 'utf8')

/** Every name that a query can use. */
const names = (): Set<string> =>
  new Set(
    [...metrics.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name!],
    ),
  )

const KEYWORDS = new Set(['and', 'or', 'unless', 'on', 'ignoring', 'bool', 'offset'])

/** The names of metrics in an expression of PromQL. */
const metricsIn = (expression: string): string[] =>
  [
    ...expression
      .replace(/\{[^}]*\}|\[[^\]]*\]/g, '')
      .replace(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, '')
      .matchAll(/[a-z_]\w*(?!\w*\s*\()/gi),
  ].flatMap(([name]) => (KEYWORDS.has(name) ? [] : [name]))

describe('The figures', () => {
  it('have the names that operators rely on', () => {
    const known = names()
    for (const name of [
      'http_request_duration_seconds_bucket',
      'sockets_connected',
      'pushes_total',
      'cache_reads_total',
      'security_events_total',
      'handshakes_refused_total',
      'jobs',
      'jobs_oldest_due_seconds',
      'job_runs_total',
      'mails_total',
      'uploads_total',
      'errors_total',
      'build_info',
      'condition_active',
      'dependency_up',
      'dependency_check_seconds_bucket',
      'mongo_pool_connections',
      'mongo_pool_wait_seconds_bucket',
      'mongo_pool_failures_total',
      'store_clock_difference_seconds',
    ])
      expect(known, name).toContain(name)
  })

  it('measure calls, pages and files, by their pattern', () => {
    const routes = new Set(
      [...metrics.matchAll(/_seconds_count\{.*route="([^"]+)"/g)].map(([, route]) => route),
    )
    for (const route of ['/posts', 'page /', 'page /feed', 'page /u/:handle', 'page /{*path}'])
      expect(routes).toContain(route)
    expect([...routes].filter((route) => /\/ann\b|nobody|nowhere/.test(route!))).toEqual([])
    expect(metrics).toMatch(/http_request_duration_seconds_bucket\{le="15",/)
    expect(metrics).toMatch(/build_info\{version="\d+\.\d+\.\d+",build="\w*",node="v\d+/)
  })
})

describe('What is shipped for operators', () => {
  it('names the figures that exist: the rules of Prometheus', async () => {
    const rules = await deployed('prometheus-rules.yml')
    const expressions = [...rules.matchAll(/^\s+expr: (.+)$/gm)].map(([, expression]) => expression!)
    expect(expressions).toHaveLength(rules.split('- alert:').length - 1)
    // In YAML a comma between braces begins another field, unless it stands between quotes.
    const annotations = [...rules.matchAll(/^\s+annotations: (.+)$/gm)].map(([, annotation]) => annotation!)
    expect(annotations).toHaveLength(expressions.length)
    for (const annotation of annotations)
      expect(annotation).toMatch(/^\{ summary: ('[^']+'|[^',:#{}[\]]+) \}$/)
    // Prometheus itself makes `up`.
    const known = names().add('up')
    for (const expression of expressions) {
      expect(metricsIn(expression).length, expression).toBeGreaterThan(0)
      for (const name of metricsIn(expression)) expect(known, expression).toContain(name)
    }
  })

  it('names the figures that exist: the dashboard of Grafana', async () => {
    interface Dashboard {
      panels: { id: number; title: string; targets: { expr: string }[] }[]
    }
    const { panels } = JSON.parse(await deployed('grafana.json')) as Dashboard
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    const known = names()
    for (const { title, targets } of panels)
      for (const { expr } of targets) {
        expect(metricsIn(expr).length, title).toBeGreaterThan(0)
        for (const name of metricsIn(expr)) expect(known, `${title}: ${expr}`).toContain(name)
      }
  })
})
