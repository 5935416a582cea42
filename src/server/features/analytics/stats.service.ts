import { trusted } from 'mongoose'
import { LIMITS } from '#contract/limits.ts'
import type { AnalyticsStatsView } from '#contract/analytics.ts'
import { oneLine } from '#contract/site.page-descriptions.ts'
import { createSharedRead } from '#server/platform/cache/read-cache.ts'
import { countComments } from '#server/features/comments/comment-lists.ts'
import { countPosts } from '#server/features/posts/post-lists.ts'
import { recordsOf } from '#server/features/posts/posts.store.ts'
import { countAllReactions } from '#server/features/posts/reactions/reactions.service.ts'
import { countAccounts, mostActive } from '#server/features/people/users/accounts.service.ts'
import { clock } from '#server/platform/clock.ts'
import { DAY, HOUR } from '#server/platform/durations.ts'
import { COUNTER_INDEX, CounterModel, type CounterDocument, type CounterKind } from './analytics.model.ts'
import { TOP } from './analytics.present.ts'
import { flushPageViews } from './page-views.service.ts'
import { beginOf, counterId } from './counters.ts'

const sharedRead = createSharedRead<AnalyticsStatsView>({ name: 'analytics-stats', load })

/**
 * The figures of /analytics, read from counters whatever the number of views (PERFORMANCE). Parallel calls
 * share one read.
 */
export const analyticsStats = (): Promise<AnalyticsStatsView> => sharedRead.get()

async function load(): Promise<AnalyticsStatsView> {
  await flushPageViews()
  const now = clock.date()
  const midnight = new Date(beginOf(DAY, now.getTime()))
  const [users, posts, totalReactions, totalComments, topUsers, pageViews, pages, sources, topPosts, events] =
    await Promise.all([
      countAccounts(midnight),
      countPosts(midnight),
      countAllReactions(),
      countComments(),
      mostActive(TOP),
      countViews(midnight.getTime()),
      topOf('page', midnight),
      topOf('source', midnight),
      topPostsOf(midnight),
      topOf('event', midnight, MOST_EVENTS),
    ])
  return {
    totalUsers: users.total,
    usersToday: users.since,
    totalPosts: posts.total,
    postsToday: posts.since,
    totalReactions,
    totalComments,
    topUsers,
    pageViews,
    topPages: pages.map(({ name, count }) => ({ page: name, views: count })),
    sources: sources.map(({ name, count }) => ({ source: name, visits: count })),
    topPosts,
    events: events.map(({ name, count }) => ({ event: name, count })),
    updatedAt: now.toISOString(),
  }
}

/** More than there are kinds of events. */
const MOST_EVENTS = 50

type Named = Pick<CounterDocument, 'name' | 'count'>

/** The top entries of a day: as many index keys as rows. */
const topOf = (kind: CounterKind, at: Date, most = TOP) =>
  CounterModel.find({ kind, at }, { _id: 0, name: 1, count: 1 })
    .hint(COUNTER_INDEX)
    .sort({ count: -1 })
    .limit(most)
    .lean<Named[]>()

async function countViews(midnight: number): Promise<AnalyticsStatsView['pageViews']> {
  const hoursOf = (day: number) =>
    Array.from({ length: 24 }, (_, hour) => counterId('hour', day + hour * HOUR, ''))
  const sumOf = async (ids: readonly string[]) => {
    const found = await CounterModel.find(
      { _id: ids.length === 1 ? ids[0] : trusted({ $in: [...ids] }) },
      { count: 1 },
    ).lean<Named[]>()
    return found.reduce((sum, { count }) => sum + count, 0)
  }
  const [total, today, yesterday] = await Promise.all([
    sumOf([counterId('total', undefined, '')]),
    sumOf(hoursOf(midnight)),
    sumOf(hoursOf(midnight - DAY)),
  ])
  return { total, today, yesterday }
}

/** Reads twice as many, because some may be deleted. */
async function topPostsOf(midnight: Date): Promise<AnalyticsStatsView['topPosts']> {
  const opened = await topOf('post', midnight, 2 * TOP)
  const posts = new Map(
    (await recordsOf(opened.map(({ name }) => name).filter(isId))).map((post) => [
      post._id.toHexString(),
      post,
    ]),
  )
  const rows = opened.flatMap(({ name: id, count }) => {
    const post = posts.get(id)
    return post
      ? [
          {
            id,
            text: oneLine(post.contentWarn ?? post.text, LIMITS.metaTitle),
            handle: post.author.handle,
            views: count,
          },
        ]
      : []
  })
  return rows.slice(0, TOP)
}

const isId = (name: string): boolean => /^[0-9a-f]{24}$/.test(name)
