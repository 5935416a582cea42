import type { ExportQuery } from '#contract/admin.ts'
import { adminStats } from '#server/features/admin/stats.service.ts'
import { realtimeAnalytics } from '#server/features/analytics/analytics.service.ts'
import { dailyViews } from '#server/features/analytics/daily-views.ts'
import { recordAdminAction } from '#server/shared/audit/audit-log.ts'
import { everyPost } from '#server/features/posts/posts.store.ts'
import { seoReport } from '#server/features/site/seo/seo.service.ts'
import { everyAccount } from '#server/features/people/users/accounts.service.ts'
import type { Answer } from '#server/platform/http/answer.ts'
import { dated, download } from '#server/platform/http/download.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { EXPORT_TYPES, exportedRows } from '#server/platform/http/exported-rows.ts'
import { reportPage } from './report-page.ts'

type What = 'users' | 'posts'

const LISTS = {
  users: {
    columns: [
      'id',
      'handle',
      'displayName',
      'email',
      'bio',
      'isAdmin',
      'posts',
      'followers',
      'following',
      'createdAt',
      'suspendedUntil',
      'bannedAt',
      'isModerator',
    ],
    rows: users,
  },
  posts: {
    columns: [
      'id',
      'authorId',
      'handle',
      'text',
      'mediaUrl',
      'mediaType',
      'contentWarn',
      'nsfw',
      'reactions',
      'comments',
      'shares',
      'createdAt',
      'editedAt',
    ],
    rows: posts,
  },
} as const

/** All people, or all posts, as a file. The audit entry is written before the first line is sent. */
export async function exportList(admin: Viewer, what: What, { format }: ExportQuery): Promise<Answer> {
  await record(admin, { what, format })
  const { columns, rows } = LISTS[what]
  return download({
    name: dated(`royal-flush-${what}`, format),
    type: EXPORT_TYPES[format],
    open: () => exportedRows(rows(), columns, format),
  })
}

/** The site's figures as a page for printing. */
export async function analyticsReport(admin: Viewer): Promise<Answer> {
  await record(admin, { what: 'report', format: 'html' })
  const [stats, realtime, days, seo] = await Promise.all([
    adminStats(),
    realtimeAnalytics(),
    dailyViews(30),
    seoReport(),
  ])
  return download({
    name: dated('royal-flush-report', 'html'),
    type: 'text/html; charset=utf-8',
    open: () => once(reportPage({ stats, realtime, days, seo })),
  })
}

const record = (admin: Viewer, after: Record<string, string>) =>
  transact((tx) => recordAdminAction(tx, { admin, action: 'house.export', after }))

// oxlint-disable-next-line require-await -- a page that is ready, as a stream of one piece
async function* once(page: string): AsyncGenerator<string> {
  yield page
}

async function* users() {
  for await (const {
    _id,
    handle,
    displayName,
    email,
    bio,
    isAdmin,
    isModerator,
    postCount,
    followerCount,
    followingCount,
    createdAt,
    suspendedUntil,
    bannedAt,
  } of everyAccount()) {
    yield {
      id: _id.toHexString(),
      handle,
      displayName,
      email,
      bio,
      isAdmin,
      posts: postCount,
      followers: followerCount,
      following: followingCount,
      createdAt,
      suspendedUntil: suspendedUntil ?? null,
      bannedAt: bannedAt ?? null,
      isModerator: isModerator ?? false,
    }
  }
}

async function* posts() {
  for await (const {
    _id,
    authorId,
    author,
    text,
    mediaUrl,
    mediaType,
    contentWarn,
    nsfw,
    reactionTotal,
    commentCount,
    shareCount,
    createdAt,
    editedAt,
  } of everyPost()) {
    yield {
      id: _id.toHexString(),
      authorId: authorId.toHexString(),
      handle: author.handle,
      text,
      mediaUrl,
      mediaType,
      contentWarn,
      nsfw,
      reactions: reactionTotal,
      comments: commentCount,
      shares: shareCount,
      createdAt,
      editedAt,
    }
  }
}
