import type { SyncReport } from '#contract/admin.ts'
import { NOBODY, recordAdminAction } from '#server/shared/audit/audit-log.ts'
import { recountViews } from '#server/features/analytics/page-views.service.ts'
import { recountPeople, recountPosts } from '#server/features/admin/recount/counters.service.ts'
import { defineWalk, type Part, type WalkCounts, type WalkState } from '#server/platform/jobs/walks.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { bus } from '#server/platform/bus.ts'
import { loadSetting, writeSetting } from '#server/shared/site-settings/site-settings.store.ts'
import { clock } from '#server/platform/clock.ts'

/** A request waits at most this long for the end of a recount, ms; later the answer shows its progress. */
const MAX_WAIT_MS = 4_000

const recountAllViews: Part = async () => {
  const { sums, corrected } = await recountViews()
  return { after: null, isEnd: true, seen: sums, changed: corrected }
}

type Counted = 'posts' | 'people' | 'views'

/**
 * Counts posts, comments, reactions and follows, adds up the page views of today and yesterday, and corrects
 * the figures.
 */
export const recount = defineWalk<{ adminId: string }, Counted>({
  kind: 'recount',
  does: 'Counts posts, comments, reactions and follows again, adds up the page views of today and yesterday, and corrects the figures.',
  parts: { posts: recountPosts, people: recountPeople, views: recountAllViews },
  async onEnd(tx, { adminId }, outcome) {
    const report = { ...reportOf(outcome), finishedAt: clock.date().toISOString() }
    const { posts, people, corrected } = report
    await writeSetting('sync', { ...report, tally: outcome.tally }, tx)
    tx.emit('recount:updated', { report })
    await recordAdminAction(tx, {
      admin: { id: adminId },
      action: 'house.sync',
      after: { posts, people, corrected },
    })
  },
  onDead: async (tx) => tx.emit('recount:updated', { report: await finishedReport() }),
})

/** Starts a recount from the command line. */
export const recountFromCommandLine = (): Promise<void> => recount.start({ adminId: NOBODY.id })

/** Starts a recount for an admin. Returns its report, or its progress when it takes longer. */
export async function syncFigures(admin: Viewer): Promise<SyncReport> {
  const asked: SyncReport = {
    posts: 0,
    people: 0,
    corrected: 0,
    startedAt: clock.date().toISOString(),
    finishedAt: null,
  }
  await recount.start({ adminId: admin.id })
  bus.emit('recount:updated', { report: await lastSync() })
  await recount.isDoneWithin(MAX_WAIT_MS)
  return (await lastSync()) ?? asked
}

/** The waiting or running recount of any process, else the last one; null before the first. */
export async function lastSync(): Promise<SyncReport | null> {
  const state = await recount.state()
  return state ? reportOf(state) : finishedReport()
}

async function finishedReport(): Promise<SyncReport | null> {
  const last = (await loadSetting('sync'))?.value as SyncReport | undefined
  if (!last) return null
  const { posts, people, corrected, startedAt, finishedAt } = last
  return { posts, people, corrected, startedAt, finishedAt }
}

/** What the last recount has counted; null before the first. */
export const lastRecount = async (): Promise<WalkCounts<Counted> | null> =>
  ((await loadSetting('sync'))?.value['tally'] as WalkCounts<Counted> | undefined) ?? null

const reportOf = ({ startedAt, tally: { posts, people, views } }: WalkState<Counted>): SyncReport => ({
  posts: posts.seen,
  people: people.seen,
  corrected: posts.changed + people.changed + views.changed,
  startedAt,
  finishedAt: null,
})
