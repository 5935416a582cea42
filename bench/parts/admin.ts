import assert from 'node:assert/strict'
import { adminSizes, prepareAdmin } from '#bench/support/admin-world.ts'
import type { Bench } from '#bench/support/bench.ts'
import { callOnce, closedLoop, type Call } from '#bench/support/http-load.ts'
import type { Result } from '#bench/support/report.ts'
import { quantile } from '#bench/support/stats.ts'

const CALLS = 300
/** Longest that one answer of a hundred may take, ms. */
const MUST = 150

/** Every list and figure of the admin pages; each search uses other words. */
const READS: Record<string, (at: number) => string> = {
  people: () => '/api/admin/users',
  'people, searched': (at) => `/api/admin/users?q=crowd_${(at % 200).toString(36)}`,
  posts: () => '/api/admin/posts',
  'posts, searched': (at) => `/api/admin/posts?q=w${(at % 200).toString(36)}`,
  reports: () => '/api/admin/reports',
  'audit log': () => '/api/admin/audit',
  'dashboard figures': () => '/api/admin/stats',
  'analytics figures': () => '/api/analytics/stats',
  'realtime figures': () => '/api/admin/analytics/realtime',
  'monitor status': () => '/api/ai-monitor/status',
  alerts: () => '/api/ai-monitor/alerts',
  'Sewer Map': () => '/api/ai-monitor/wall',
}

/** The admin pages' calls, one after the other: p99 at this size of data. */
export async function admin({ product, db, options }: Bench): Promise<Result[]> {
  const cookie = await prepareAdmin(db, options)
  const { people, views } = adminSizes(options)
  const results: Result[] = []
  for (const [name, pathOf] of Object.entries(READS)) {
    const callOf = (at: number): Call => ({ path: pathOf(at), cookie })
    const answer = await callOnce<unknown>(product.port, callOf(0))
    assert.ok(typeof answer === 'object' && answer !== null, name)
    const { latencies } = await closedLoop(product.port, CALLS, 1, callOf)
    const [median, p50, worst] = [0.99, 0.5, 1].map((share) => quantile(latencies, share)) as [
      number,
      number,
      number,
    ]
    const detail = { posts: options.posts, people, views, calls: CALLS, range: 'p50 to the longest' }
    results.push({
      measure: `admin: ${name}, p99`,
      unit: 'ms',
      value: { median, low: p50, high: worst },
      must: MUST,
      detail,
    })
  }
  return results
}
