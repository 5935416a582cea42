import { setTimeout as pause } from 'node:timers/promises'
import type { SyncReport } from '#contract/house.ts'
import { recordAdminAction } from '#server/features/audit/audit.service.ts'
import { recountViews } from '#server/features/analytics/analytics.recount.ts'
import { recountPeople } from '#server/features/recount/person-counters.service.ts'
import { recountPosts } from '#server/features/recount/post-counters.service.ts'
import { logger } from '#server/platform/logger.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { remember, remembered } from './house.store.ts'

/** A large house takes longer to count than anybody waits: then the answer says that it goes on. */
const PATIENCE_MS = 20_000

let running: { report: SyncReport; done: Promise<SyncReport> } | null = null

/** The last recount of any process, or the one that runs; null before the first. */
export async function lastSync(): Promise<SyncReport | null> {
  return running?.report ?? ((await remembered('sync'))?.value as SyncReport | undefined) ?? null
}

/**
 * Counts posts, comments, reactions and follows one by one, adds up the page views of today and yesterday anew, and sets
 * right whatever is shown of them; what was wrong is counted. Who asks while it runs waits for the same one.
 */
export async function syncFigures(admin: Viewer): Promise<SyncReport> {
  running ??= begin(admin)
  const { report, done } = running
  return Promise.race([done, pause(PATIENCE_MS, report, { ref: false })])
}

function begin(admin: Viewer): NonNullable<typeof running> {
  const report: SyncReport = { posts: 0, people: 0, corrected: 0, startedAt: new Date().toISOString(), finishedAt: null }
  const done = count(admin, report).finally(() => void (running = null))
  // Whoever waited has heard of it; nobody may have.
  done.catch((error: unknown) => logger.error({ err: error, job: 'recount' }, 'the recount did not come to its end'))
  return { report, done }
}

async function count(admin: Viewer, started: SyncReport): Promise<SyncReport> {
  const posts = await recountPosts()
  const people = await recountPeople()
  const views = await recountViews()
  const report: SyncReport = { ...started, posts: posts.posts, people: people.people, corrected: posts.corrected + people.corrected + views.corrected, finishedAt: new Date().toISOString() }
  await transact(async (tx) => {
    await remember('sync', report, tx)
    await recordAdminAction(tx, { admin, action: 'house.sync', target: { type: 'house', id: null }, before: null, after: { posts: report.posts, people: report.people, corrected: report.corrected } })
  })
  return report
}
