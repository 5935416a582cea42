// @vitest-environment jsdom
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { ReactElement } from 'react'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { InvitationView } from '#contract/account.sign-up.ts'
import { AdminPersonItem, AdminPostView, AuditEntryView } from '#contract/admin.ts'
import { FiguresKeyView, type ReportQuery } from '#contract/analytics.report.ts'
import { BlogCardView } from '#contract/blog.ts'
import { commentCursor } from '#contract/comments.constants.ts'
import { CommentView, ReplyView } from '#contract/comments.ts'
import { PAGE } from '#contract/limits.ts'
import { ConversationView, MessageView } from '#contract/messages.ts'
import {
  AdminReportView,
  CaseView,
  HeldWritingView,
  OwnCaseView,
  OwnReportView,
} from '#contract/moderation.ts'
import { NotificationView } from '#contract/notifications.ts'
import { FollowListItem, UserListItem } from '#contract/people.ts'
import { PostView, ReactorView } from '#contract/posts.ts'
import { Appeals } from '#client/features/admin/dashboard/Appeals.tsx'
import { AuditTab } from '#client/features/admin/dashboard/AuditTab.tsx'
import { AdminPostsTab } from '#client/features/admin/dashboard/PostsTab.tsx'
import { ReportsTab } from '#client/features/admin/dashboard/ReportsTab.tsx'
import { UsersTab } from '#client/features/admin/dashboard/UsersTab.tsx'
import { Invitations } from '#client/features/admin/site-settings/Invitations.tsx'
import { ReviewQueue } from '#client/features/admin/site-settings/ReviewQueue.tsx'
import { AccessDialog } from '#client/features/analytics/report/AccessDialog.tsx'
import { articlesOf } from '#client/features/blog/data/blog.lists.ts'
import { commentThreadOf, repliesOf } from '#client/features/comments/data/comments.lists.ts'
import { messagesFound } from '#client/features/messages/data/found.store.ts'
import { conversationsOf } from '#client/features/messages/data/messages.lists.ts'
import { PipeTrackerPage } from '#client/features/moderation/tracker/PipeTrackerPage.tsx'
import { notificationsOf } from '#client/features/notifications/data/notifications.lists.ts'
import { followsOf, hiddenPeople } from '#client/features/people/data/users/people.lists.ts'
import { KEPT } from '#client/features/posts/data/bookmarks/bookmarks.store.ts'
import {
  FOLLOWING,
  FOR_YOU,
  likedBy,
  mediaBy,
  postsBy,
  postsFound,
  postsTagged,
} from '#client/features/posts/data/post-sources.ts'
import { reactorsOf } from '#client/features/posts/reactors/WhoReacted.tsx'
import { useFoundPeople } from '#client/features/posts/search/SearchPage.tsx'
import type { ListSource } from '#client/live/list/fetch-pages.ts'
import { onScreen, stateOf } from '#client/live/list/list-state.ts'
import { fetchMore, openList } from '#client/live/list/live-list.ts'
import { rowsOf, type Listed, type PlaceOf } from '#client/live/list/pages.ts'
import { resetStores } from '#client/live/registry.ts'
import { resync } from '#client/live/resync.ts'
import { eventually } from '#tests/support/eventually.ts'
import { answerCalls } from './support/fake-server.ts'
import { idOf, moment } from './support/make-post.ts'
import { sampleView } from './support/sample-view.ts'
import { draw } from './support/screen.tsx'

interface Row {
  id: string
}
interface Case {
  /** A list, or what shows it and the beginning of its key. */
  list: ListSource<Listed> | { shownBy: ReactElement; key: string }
  /** Where it is read. */
  at: string
  /** Row number `number`; a higher one stands before a lower one. */
  row: (number: number) => Row
  cursorOf?: (row: never) => string
  size?: number
  /** The body of an answer. Default: the rows. */
  body?: (page: readonly Row[], next: string | null) => unknown
}

const POST = idOf(0xff_ff)
const posts = (list: ListSource<Listed>, at: string): Case => ({
  list,
  at,
  row: (number) => sampleView(PostView, number),
})
const ofPeople = (
  list: Case['list'],
  at: string,
  schema: typeof FollowListItem | typeof UserListItem | typeof ReactorView,
): Case => ({
  list,
  at,
  row: (number) => sampleView(schema, number, { cursor: `${number}-${idOf(number)}` }),
  cursorOf: ({ cursor }: { cursor: string }) => cursor,
})
const comments = (order: 'newest' | 'first' | 'most'): Case => ({
  list: commentThreadOf(POST, order),
  at: `/api/posts/${POST}/comments`,
  row: (number) => sampleView(CommentView, number, { postId: POST }),
  cursorOf: (one: CommentView) => commentCursor(order, one),
})
const conversations = (place: 'list' | 'requests' | 'archived', more: object = {}): Case => ({
  list: conversationsOf(place),
  at: `/api/messages/${place === 'list' ? 'conversations' : place}`,
  row: (number) =>
    sampleView(ConversationView, number, {
      lastMessage: { content: 'Hm', mediaType: null, createdAt: moment(number), senderId: POST, seq: 1 },
      ...more,
    }),
  cursorOf: ({ lastMessage }: ConversationView) => lastMessage!.createdAt,
  size: PAGE.conversations,
})
const byId = ({ id }: Row) => id
const rows = (
  shownBy: ReactElement,
  key: string,
  at: string,
  row: Case['row'],
  more: Partial<Case> = {},
): Case => ({
  list: { shownBy, key: `rows: ${key}` },
  at,
  row,
  cursorOf: byId,
  ...more,
})
const createdAt = ({ createdAt: at }: { createdAt: string }) => at
const FoundPeople = () => <output>{useFoundPeople('crowd').ids.length}</output>

/** Every list of the client, by the name of its declaration or by its key. */
const CASES: Record<string, Case[]> = {
  FOR_YOU: [posts(FOR_YOU, '/api/posts')],
  FOLLOWING: [posts(FOLLOWING, '/api/posts')],
  KEPT: [posts(KEPT, '/api/bookmarks')],
  postsTagged: [posts(postsTagged('throne'), '/api/posts')],
  postsFound: [posts(postsFound('throne'), '/api/posts')],
  postsBy: [posts(postsBy('bob'), '/api/users/bob/posts')],
  mediaBy: [posts(mediaBy('bob'), '/api/users/bob/media')],
  likedBy: [posts(likedBy('bob'), '/api/users/bob/likes')],
  commentThreadOf: (['newest', 'first', 'most'] as const).map(comments),
  repliesOf: [
    {
      list: repliesOf('bob'),
      at: '/api/users/bob/replies',
      row: (number) => sampleView(ReplyView, number, { comment: null }),
    },
  ],
  articlesOf: (['published', 'all'] as const).map((archive) => ({
    list: articlesOf(archive, ''),
    at: '/api/blog/posts',
    row: (number) => sampleView(BlogCardView, number, { publishedAt: moment(number) }),
  })),
  notificationsOf: [
    {
      list: notificationsOf('unread', undefined),
      at: '/api/notifications',
      row: (number) => sampleView(NotificationView, number, { seq: number }),
      cursorOf: ({ seq }: NotificationView) => String(seq),
    },
  ],
  conversationsOf: [
    conversations('list'),
    conversations('requests', { request: 'waiting' }),
    conversations('archived', { archived: true }),
  ],
  messagesFound: [
    {
      list: messagesFound('throne', undefined),
      at: '/api/messages/search',
      row: (number) => sampleView(MessageView, number),
      body: (messages, cursor) => ({ messages, conversations: [], authors: [], cursor }),
    },
  ],
  followsOf: (['followers', 'following'] as const).map((side) =>
    ofPeople(followsOf(POST, side), `/api/users/${POST}/${side}`, FollowListItem),
  ),
  hiddenPeople: (['muted', 'blocked'] as const).map((kind) =>
    ofPeople(hiddenPeople(kind), `/api/users/me/${kind}`, FollowListItem),
  ),
  useFoundPeople: [
    ofPeople({ shownBy: <FoundPeople />, key: 'people: found by crowd' }, '/api/users/search', UserListItem),
  ],
  reactorsOf: [ofPeople(reactorsOf(POST, undefined), `/api/posts/${POST}/reactions`, ReactorView)],
  invitations: [
    rows(<Invitations />, 'invitations', '/api/admin/invitations', (number) =>
      sampleView(InvitationView, number),
    ),
  ],
  held: [rows(<ReviewQueue />, 'held', '/api/admin/held', (number) => sampleView(HeldWritingView, number))],
  posts: [
    rows(<AdminPostsTab />, 'posts', '/api/admin/posts', (number) => sampleView(AdminPostView, number), {
      cursorOf: createdAt,
    }),
  ],
  appeals: [
    rows(
      <Appeals />,
      'appeals',
      '/api/admin/appeals',
      (number) =>
        sampleView(CaseView, number, {
          appeal: { text: 'No', at: moment(number), readAt: null, status: 'pending', decidedAt: null },
        }),
      { cursorOf: createdAt },
    ),
  ],
  audit: [rows(<AuditTab />, 'audit', '/api/admin/audit', (number) => sampleView(AuditEntryView, number))],
  reports: [
    rows(<ReportsTab />, 'reports', '/api/admin/reports', (number) => sampleView(AdminReportView, number), {
      cursorOf: createdAt,
    }),
  ],
  users: [
    rows(
      <UsersTab />,
      'users',
      '/api/admin/users',
      (number) => sampleView(AdminPersonItem, number, { cursor: `at-${number}` }),
      {
        cursorOf: ({ cursor }: AdminPersonItem) => cursor,
      },
    ),
  ],
  'own reports': [
    rows(<PipeTrackerPage />, 'own reports', '/api/users/me/reports', (number) =>
      sampleView(OwnReportView, number),
    ),
  ],
  'own decisions': [
    rows(<PipeTrackerPage />, 'own decisions', '/api/users/me/decisions', (number) =>
      sampleView(OwnCaseView, number),
    ),
  ],
  'figures-keys': [
    rows(
      <AccessDialog query={{ days: 7 } as unknown as ReportQuery} onClose={() => undefined} />,
      'figures-keys',
      '/api/analytics/keys',
      (number) => sampleView(FiguresKeyView, number),
    ),
  ],
}

/** Lists that never have a second page, each with the reason. */
const ONE_PAGE: Record<string, string> = {
  topPosts: 'the best of what a search finds, by figures that change',
}

afterEach(() => {
  resetStores()
  vi.unstubAllGlobals()
})

/** The rows of a list on the server; some leave. */
function serve({ at, row, cursorOf = createdAt, size = PAGE.rows, body }: Case) {
  const all = Array.from({ length: 2 * size + 5 }, (_, place) => row(2 * size + 5 - place))
  const server = { size, rows: all, asked: [] as string[] }
  answerCalls((_, address) => {
    const { pathname, searchParams } = new URL(address, 'http://house')
    if (pathname !== at) return []
    const cursor = searchParams.get('cursor') ?? searchParams.get('before')
    server.asked.push(cursor ?? 'head')
    const from = cursor === null ? 0 : all.findIndex((one) => cursorOf(one as never) === cursor) + 1
    if (cursor !== null && from === 0) return new Response('Unknown cursor', { status: 400 })
    const after = server.rows.filter((one) => all.indexOf(one) >= from)
    const page = after.slice(0, size)
    return body?.(page, after.length > size ? cursorOf(page.at(-1) as never) : null) ?? page
  })
  return server
}

/** Puts a list on the screen, all of which is in sight. */
async function show({ list }: Case): Promise<{ key: string; shown: () => string[] }> {
  const placeOf: PlaceOf | undefined = 'waits' in list ? list.waits?.placeOf : undefined
  const shownIn = (key: string) => rowsOf(stateOf(key), placeOf).map(byId)
  if ('read' in list) {
    openList(list, () => shownIn(list.key))
    return { key: list.key, shown: () => shownIn(list.key) }
  }
  await draw(<div>{list.shownBy}</div>)
  const key = await eventually(() => {
    const found = [...onScreen].find((one) => one.startsWith(list.key))
    if (found === undefined) throw new Error(`${list.key} is not shown`)
    return found
  })
  return { key, shown: () => shownIn(key) }
}

describe.each(Object.entries(CASES))('[L95] Three pages of %s', (_, cases) => {
  it.each(cases)('are after an outage what the server has, number %#', async (one) => {
    const server = serve(one)
    const { key, shown } = await show(one)
    await eventually(() => expect(shown()).toEqual(server.rows.slice(0, server.size).map(byId)))
    await fetchMore(key)
    await fetchMore(key)
    expect(shown()).toEqual(server.rows.map(byId))
    expect(server.asked).toHaveLength(3)
    const gone = [3, server.size + 3, 2 * server.size + 3]
    server.rows = server.rows.filter((_row, at) => !gone.includes(at))
    await resync({ reason: 'ready', since: 0 })
    await eventually(() => expect(shown()).toEqual(server.rows.map(byId)))
  })
})

const CLIENT = path.resolve(import.meta.dirname, '../../src/client')

/** The lists that the client declares, by name or key; and what is shown as a list without being declared so. */
function declaredLists(): { declared: string[]; unknown: string[] } {
  const texts = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.') && !name.startsWith('live/'))
    .map((name) => readFileSync(path.join(CLIENT, name), 'utf8'))
  const all = (pattern: RegExp) =>
    texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name!))
  const declared = [
    ...all(/const (\w+) = \([^)]*\): (?:ListSource<\w+>|PostSource) =>/g),
    ...all(/const (\w+) = postList\(/g),
    ...all(/const (\w+) = \([^)]*\) =>\s*(?:usePeople\(\s*)?peopleList\(/g),
  ]
  const keys = all(/\buseRows\(\w+, \{\s*key: \['([^']+)'/g)
  const used = all(/\b(?:useList|usePostList|usePeople|openList|useRows)\(\s*(\w+)/g)
  const known = new Set([...declared, 'source', 'peopleList'])
  const isRows = (name: string) => name.endsWith('Rows')
  return {
    declared: [...new Set([...declared, ...keys])].toSorted(),
    unknown: [
      ...used.filter((name) => !known.has(name) && !isRows(name)),
      ...(used.filter(isRows).length === keys.length ? [] : ['a useRows whose key is not its first option']),
    ],
  }
}

test('every list that the client declares has a case here, or never has a second page', () => {
  const { declared, unknown } = declaredLists()
  expect(unknown).toEqual([])
  expect([...Object.keys(CASES), ...Object.keys(ONE_PAGE)].toSorted()).toEqual(declared)
})
