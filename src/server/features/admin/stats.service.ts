import type { AdminStatsView } from '#contract/admin.ts'
import { createSharedRead } from '#server/platform/cache/read-cache.ts'
import { countActive } from '#server/features/analytics/analytics.service.ts'
import { countAppeals } from '#server/features/moderation/appeals.service.ts'
import { countReports } from '#server/features/moderation/reports/reports-admin.ts'
import { countPosts } from '#server/features/posts/post-lists.ts'
import { seoReport } from '#server/features/site/seo/seo.service.ts'
import { protection } from '#server/features/moderation/spam/protection.service.ts'
import { countAccounts } from '#server/features/people/users/accounts.service.ts'
import { clock } from '#server/platform/clock.ts'

const sharedRead = createSharedRead<AdminStatsView>({ name: 'admin-stats', load })

/** The figures of the dashboard. Parallel calls share one read. */
export const adminStats = (): Promise<AdminStatsView> => sharedRead.get()

async function load(): Promise<AdminStatsView> {
  const now = clock.date()
  const midnight = new Date(now)
  midnight.setUTCHours(0, 0, 0, 0)
  const [users, posts, reports, pendingAppeals, activeUsers, { enabled }, seo] = await Promise.all([
    countAccounts(midnight),
    countPosts(midnight),
    countReports(),
    countAppeals(),
    countActive(now),
    protection(),
    seoReport(),
  ])
  return {
    totalUsers: users.total,
    newUsersToday: users.since,
    totalPosts: posts.total,
    newPostsToday: posts.since,
    totalReports: reports.total,
    pendingReports: reports.pending,
    pendingAppeals,
    activeUsers,
    protection: enabled,
    seoScore: seo.score,
    updatedAt: now.toISOString(),
  }
}
