import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SessionListView } from '#contract/account.settings.ts'
import type { ArticleReactionsView } from '#contract/blog.reactions.ts'
import type { BlogCardView, BlogPostView } from '#contract/blog.ts'
import type { RealtimeAnalyticsView } from '#contract/analytics.ts'
import type { WatchInput } from '#contract/events.ts'
import type { HeldWritingView, HeldReceipt, WaitingView } from '#contract/moderation.ts'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import type { GroupMembersView } from '#contract/messages.groups.ts'
import type { AlertsView } from '#contract/monitor.alerts.ts'
import type { MonitorStatusView } from '#contract/monitor.ts'
import type { ServerMapView } from '#contract/monitor.server-map.ts'
import type { AnnouncementView } from '#contract/site.announcement.ts'
import type { NotificationView, UnreadCountView } from '#contract/notifications.ts'
import type { PrivacySettingsView } from '#contract/account.privacy.ts'
import type { CommentView, PublicCommentView } from '#contract/comments.ts'
import type { BookmarkView } from '#contract/posts.bookmarks.ts'
import type { DigestView } from '#contract/notifications.digest.ts'
import type { PushView } from '#contract/notifications.push.ts'
import type { CrowdControlView } from '#contract/posts.crowd-control.ts'
import type { VoteView } from '#contract/posts.polls.ts'
import type { PostView, PublicPostView, TrendingTagView } from '#contract/posts.ts'
import type { ProfileView } from '#contract/people.ts'
import type { SessionView } from '#contract/account.ts'
import type { UploadUrlView, UploadView } from '#contract/media.ts'
import { befriend } from '#tests/support/insert-rows.ts'
import { PASSWORD, people, person, visitor, type Person } from '#tests/support/http-client.ts'
import { plain } from '#tests/support/media.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import type { LiveClient } from '#tests/support/socket-client.ts'
import { until } from '#tests/support/until.ts'
import {
  appealRows,
  decisionRows,
  peopleRows,
  relationRows,
  trackedRows,
  type Name,
  type Payload,
  type Rows,
  type Scene,
} from './support/admin-rows.ts'
import {
  agree,
  ask,
  comment,
  crown,
  deletedForNow,
  issueArticle,
  message,
  post,
  react,
  spam,
  watching,
} from './support/scenes.ts'
import {
  profileOf,
  publicly,
  replaced,
  unclocked,
  unflowing,
  unmeasured,
  unseen,
  unvalued,
  without,
  withoutAbout,
} from './support/comparable.ts'

let server: TestServer
let round = 0
/** Ann's page is compared; Bob causes the events. */
let ann: Person
let bob: Person
const pages: LiveClient[] = []

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  round += 1
  ;[ann, bob] = await people(server, ['ann', 'bob'], `_${round}`)
})
afterEach(() => pages.splice(0).forEach((page) => page.close()))

const get = async <T>(path: string): Promise<T> => (await ann.get<T>(path)).body

/** A group of Bob's with Ann. */
async function meeting(): Promise<ConversationView> {
  await befriend(ann, bob)
  return (await bob.post<ConversationView>('/messages/groups', { name: 'Meeting', memberIds: [ann.id] })).body
}

const feed = async () => (await get<PostView[]>('/posts')).map(publicly)
const articles = () => get<BlogCardView[]>('/blog/posts')
const reactionsTo = ({ id }: BlogPostView) => get<ArticleReactionsView>(`/blog/posts/${id}/reactions`)
const issue = (title: string): Promise<BlogPostView> => issueArticle(bob, title, `decree-${round}`)
const commentsOf = async ({ id }: { id: string }) =>
  (await get<CommentView[]>(`/posts/${id}/comments`)).map(publicly)

const cast = () => ({ server, round, ann, bob, get })
/** A new event without a row does not compile. */
const ROWS: Rows = {
  // The first one: after other posts it would come up to ten seconds later.
  'trending:updated': async () => ({
    watch: { topic: 'trends' },
    fetch: () => get<TrendingTagView[]>('/trending'),
    cause: () => post(bob, `A new #day_${round}`),
    fits: ({ tags }) => tags.some(({ tag }) => tag === `day_${round}`),
    apply: (_, { tags }) => tags,
  }),
  ready: async () => ({
    fetch: async () => (await get<SessionView>('/auth/me')).user.id,
    cause: async () => {},
    apply: (_, { userId }) => userId,
  }),
  'announcement:updated': async () => {
    await crown(bob)
    await bob.put('/admin/announcement', { text: `Closed on day ${round}` })
    return {
      fetch: () => get<AnnouncementView>('/announcement'),
      cause: () => bob.delete('/admin/announcement'),
      fits: ({ announcement }) => announcement.text === null,
      apply: (_: never, { announcement }) => announcement,
    }
  },
  'post:created': async () => ({
    watch: { topic: 'feed' },
    fetch: feed,
    cause: () => post(bob, 'A new one'),
    apply: (old: PublicPostView[], { posts }) => [...posts.toReversed(), ...old].slice(0, 20),
  }),
  'post:updated': async () => {
    const subject = await post(bob, 'Counted')
    return {
      watch: { posts: [subject.id] },
      fetch: async () => publicly(await get<PostView>(`/posts/${subject.id}`)),
      cause: () => react(bob, subject),
      apply: (_, event) => event.post,
    }
  },
  'post:deleted': async () => {
    const subject = await post(bob, 'Gone soon')
    return {
      watch: { topic: 'feed' },
      fetch: feed,
      cause: () => bob.delete(`/posts/${subject.id}`),
      apply: (old: PublicPostView[], tombstone) => without(old, tombstone).slice(0, 19),
    }
  },
  'post:reacted': async () => {
    const subject = await post(bob, 'Reacted to')
    return {
      fetch: async () => (await get<PostView>(`/posts/${subject.id}`)).viewer.reaction,
      cause: () => react(ann, subject, '💩'),
      apply: (_, { emoji }) => emoji,
    }
  },
  'post:kept': async () => {
    const subject = await post(bob, 'Kept')
    return {
      fetch: () => get<BookmarkView>(`/posts/${subject.id}/bookmark`),
      cause: () => ann.put(`/posts/${subject.id}/bookmark`),
      apply: (_, { bookmark }) => bookmark,
    }
  },
  'post:voted': async () => {
    const path = `/posts/${(await ask(bob)).id}/vote`
    const cause = () => ann.post(path, { option: 1 })
    return { fetch: () => get<VoteView>(path), cause, apply: (_, { vote }) => vote }
  },
  'lists:changed': async () => {
    const id = await deletedForNow(bob)
    const fetch = async () => (await get<PostView[]>(`/users/${bob.handle}/posts`)).map((one) => one.id)
    return { fetch, cause: () => bob.post(`/posts/${id}/restore`), apply: () => [id] }
  },
  'pushes:updated': async () => ({
    // The page fetches it again: nothing of it is in the event.
    fetch: async () => (await get<PushView>('/notifications/push')).preview,
    cause: () => ann.patch('/notifications/push', { preview: 'nothing' }),
    apply: () => 'nothing',
  }),
  'digest:updated': async () => {
    const { UserModel } = await import('#server/features/people/users/users.model.ts')
    await UserModel.updateOne({ _id: ann.id }, { $set: { emailVerified: true } })
    return {
      fetch: async () => (await get<DigestView>('/notifications/digest')).every,
      cause: () => ann.put('/notifications/digest', { every: 'week' }),
      apply: () => 'week',
    }
  },
  'plunger:updated': async () => {
    const subject = await post(ann, 'Overflowing')
    await ann.put(`/posts/${subject.id}/plunger`, { hours: 1 })
    return {
      fetch: () => get<CrowdControlView[]>('/plungers'),
      cause: () => comment(bob, subject, 'One of many'),
      apply: (_, { plunger }) => [plunger],
    }
  },
  'plunger:ended': async () => {
    const subject = await post(ann, 'Overflowing')
    await ann.put(`/posts/${subject.id}/plunger`, { hours: 1 })
    return {
      fetch: () => get<CrowdControlView[]>('/plungers'),
      cause: () => ann.delete(`/posts/${subject.id}/plunger`),
      apply: (old: CrowdControlView[], tombstone) => without(old, tombstone),
    }
  },
  'comment:created': async () => {
    const subject = await post(ann, 'Commented')
    await comment(bob, subject, 'first')
    return {
      watch: { posts: [subject.id] },
      fetch: () => commentsOf(subject),
      cause: () => comment(bob, subject, 'second'),
      apply: (old: PublicCommentView[], event) => [event.comment, ...old],
    }
  },
  'comment:updated': async () => {
    const subject = await post(ann, 'Commented')
    const said = await comment(bob, subject, 'teh word')
    return {
      watch: { posts: [subject.id] },
      fetch: () => commentsOf(subject),
      cause: () => bob.patch(`/comments/${said.id}`, { text: 'the word' }),
      apply: (old: PublicCommentView[], event) => replaced(old, event.comment),
    }
  },
  'comment:pooed': async () => {
    const said = await comment(bob, await post(bob, 'Commented'), 'a good one')
    return {
      fetch: async () => (await get<CommentView>(`/comments/${said.id}`)).viewer.pooed,
      cause: () => ann.put(`/comments/${said.id}/poo`),
      apply: (_, { pooed }) => pooed,
    }
  },
  'comment:deleted': async () => {
    const subject = await post(ann, 'Commented')
    const said = await comment(bob, subject, 'written by mistake')
    await comment(bob, subject, 'kept')
    return {
      watch: { posts: [subject.id] },
      fetch: () => commentsOf(subject),
      cause: () => bob.delete(`/comments/${said.id}`),
      apply: (old: PublicCommentView[], tombstone) => without(old, tombstone),
    }
  },
  'message:created': async () => {
    const { conversationId } = await message(bob, ann, 'one')
    return {
      fetch: () => get<MessageView[]>(`/messages/${conversationId}`),
      cause: () => message(bob, ann, 'two'),
      apply: (old: MessageView[], event) => [...old, event.message],
    }
  },
  'message:updated': async () => {
    const sent = await message(bob, ann, 'one')
    return {
      fetch: () => get<MessageView[]>(`/messages/${sent.conversationId}`),
      cause: () => bob.delete(`/messages/${sent.conversationId}/${sent.id}`),
      apply: (old: MessageView[], event) => replaced(old, event.message),
    }
  },
  'conversation:updated': async () => {
    const { conversationId } = await message(bob, ann, 'one')
    return {
      fetch: () => get<ConversationView[]>('/messages/conversations'),
      cause: () => ann.put(`/messages/${conversationId}/mute`, { for: 'always' }),
      apply: (old: ConversationView[], { conversation }) => replaced(old, conversation),
    }
  },
  'conversation:deleted': async () => {
    const { id } = await meeting()
    return {
      fetch: () => get<ConversationView[]>('/messages/conversations'),
      cause: () => bob.delete(`/messages/groups/${id}/members/${ann.id}`),
      apply: (old: ConversationView[], tombstone) => without(old, tombstone),
    }
  },
  'group:read': async () => {
    const { id, lastSeq } = await meeting()
    return {
      fetch: async () => (await get<GroupMembersView>(`/messages/groups/${id}/members`)).members,
      cause: () => bob.post(`/messages/${id}/read`, { seq: lastSeq }),
      apply: (old: GroupMembersView['members'], { userId, seq }) =>
        old.map((one) => (one.id === userId ? { ...one, readSeq: seq } : one)),
    }
  },
  'notification:created': async () => {
    const subject = await post(ann, 'Noticed')
    await comment(bob, subject, 'before')
    return {
      fetch: () => get<NotificationView[]>('/notifications'),
      cause: () => react(bob, subject),
      // The post's rev has risen with the reaction: briefs of one post are one record, and the newest wins.
      apply: (old: NotificationView[], { notification }) => [
        notification,
        ...old.map((one) => ({ ...one, about: { ...one.about, post: notification.about.post } })),
      ],
    }
  },
  'notification:updated': async () => {
    await comment(bob, await post(ann, 'Noticed'), 'read me')
    const [unread] = await get<NotificationView[]>('/notifications')
    return {
      fetch: () => get<NotificationView[]>('/notifications'),
      cause: () => ann.post('/notifications/read', { ids: [unread!.id] }),
      apply: (old: NotificationView[], { notifications }) => notifications.reduce(replaced, old),
    }
  },
  'notification:count': async () => {
    const subject = await post(ann, 'Noticed')
    return {
      fetch: () => get<UnreadCountView>('/notifications/unread-count'),
      cause: () => react(bob, subject),
      apply: (_, count) => count,
    }
  },
  'notification:deleted': async () => {
    const subject = await post(ann, 'Noticed')
    await comment(bob, subject, 'stays')
    const leaving = await person(server, `leaving_${round}`)
    await react(leaving, subject)
    return {
      fetch: async () => (await get<NotificationView[]>('/notifications')).map(withoutAbout),
      cause: () => leaving.delete('/user/delete-account'),
      apply: (old: NotificationView[], { tombstones }) =>
        old.filter(({ id }) => !tombstones.some((gone) => gone.id === id)),
    }
  },
  'media:updated': async () => {
    const { id, uploadURL } = (await ann.post<UploadUrlView>('/media/upload-url', { fileExtension: 'png' }))
      .body
    const body = new Uint8Array(await plain(60, 40).png().toBuffer())
    return {
      fetch: () => get<UploadView>(`/media/${id}`),
      cause: () =>
        fetch(`${server.url}${uploadURL}`, {
          method: 'PUT',
          body,
          headers: { cookie: ann.cookie(), 'content-type': 'image/png' },
        }),
      apply: (_, { media }) => media,
    }
  },
  'viewer:updated': async () => ({
    fetch: async () => (await get<SessionView>('/auth/me')).user,
    cause: () => ann.patch('/users/me', { displayName: 'Ann of the Throne' }),
    apply: (_, { user }) => user,
  }),
  'privacy:updated': async () => ({
    fetch: () => get<PrivacySettingsView>('/user/privacy-settings'),
    cause: () => ann.put('/user/privacy-settings', { analyticsConsent: true }),
    apply: (_, { settings }) => settings,
  }),
  'profile:updated': async () => ({
    watch: { profile: bob.id },
    fetch: async () => profileOf(await get<ProfileView>(`/users/${bob.handle}`)),
    cause: () => bob.patch('/users/me', { bio: 'Sits and thinks.' }),
    apply: (_, { profile }) => profile,
  }),
  'profile:deleted': async () => ({
    fetch: async () => (await ann.get(`/users/${bob.handle}`)).status,
    cause: () => bob.delete('/user/delete-account'),
    apply: (_, { id }) => (id === bob.id ? 404 : 200),
  }),
  'held:added': async () => {
    await guardsOn(ann)
    return {
      watch: { topic: 'admin' },
      fetch: () => get<HeldWritingView[]>('/admin/held'),
      cause: () => bob.post('/posts', { text: spam(round) }),
      apply: (old: HeldWritingView[], { held }) => [held, ...old],
    }
  },
  'held:deleted': async () => {
    await guardsOn(ann)
    await bob.post('/posts', { text: spam(round) })
    const [held] = await get<HeldWritingView[]>('/admin/held')
    return {
      watch: { topic: 'admin' },
      fetch: () => get<HeldWritingView[]>('/admin/held'),
      cause: () => ann.delete(`/admin/held/${held!.id}`),
      apply: (old: HeldWritingView[], tombstone) => without(old, tombstone),
    }
  },
  'waiting:added': async () => {
    await guardsOn(bob)
    return {
      fetch: waiting,
      cause: () => ann.post('/posts', { text: spam(round) }),
      apply: (old: WaitingView[], event) => [event.waiting, ...old],
    }
  },
  'waiting:deleted': async () => {
    await guardsOn(bob)
    const { id } = (await ann.post<HeldReceipt>('/posts', { text: spam(round) })).body.held
    return {
      fetch: waiting,
      cause: () => bob.delete(`/admin/held/${id}`),
      apply: (old: WaitingView[], tombstone) => without(old, tombstone),
    }
  },
  typing: async () => {
    const { conversationId } = await message(bob, ann, 'one')
    // There is nothing to fetch: dots are never stored (L15).
    return {
      fetch: async () => bob.id,
      cause: async () => signal(bob, 'typing', { conversationId }),
      apply: (_, { userId }) => userId,
    }
  },
  presence: async () => {
    const { conversationId } = await message(bob, ann, 'one')
    return {
      watch: { conversation: conversationId },
      fetch: () => presenceIn(conversationId),
      cause: () => openPage(bob),
      fits: ({ online }) => online,
      apply: (_, payload) => payload,
    }
  },
  attention: async () => ({
    // There is nothing to fetch: who is looking is never stored (L30).
    fetch: async () => ann.id,
    cause: async () => signal(ann, 'attention', { about: ann.id, kind: 'here' }),
    apply: (_, { about }) => about,
  }),
  'attendance:updated': async () => {
    const { id } = await post(ann, 'Full house')
    await agree(bob)
    const sit = { throne: id, counted: false }
    return {
      // The number is never stored (L39): a page that comes later is told it.
      fetch: async () => {
        const fresh = await openPage(ann)
        await fresh.send('sit', sit)
        return (await fresh.next('attendance:updated')).count
      },
      cause: async () => {
        await pages[0]!.send('sit', sit)
        await signal(bob, 'sit', sit)
      },
      fits: ({ count }) => count === 1,
      apply: (_, { count }) => count,
    }
  },
  'blog:updated': async () => {
    const article = await issue('Of seats')
    return {
      watch: { topic: 'blog' },
      fetch: articles,
      cause: () => bob.patch(`/blog/posts/${article.id}`, { title: 'Of better seats' }),
      apply: (old: BlogCardView[], { decree: { html: _html, ...card } }) => replaced(old, card),
    }
  },
  'blog:deleted': async () => {
    const article = await issue('Of paper')
    return {
      watch: { topic: 'blog' },
      fetch: articles,
      // To readers a draft is gone.
      cause: () => bob.patch(`/blog/posts/${article.id}`, { published: false }),
      apply: (old: BlogCardView[], tombstone) => without(old, tombstone),
    }
  },
  'decree-reactions:updated': async () => {
    const article = await issue('Of mirrors')
    return {
      watch: { topic: 'blog' },
      fetch: () => reactionsTo(article),
      cause: () => bob.put(`/blog/posts/${article.id}/reaction`, { emoji: '💩' }),
      apply: ({ viewer }: ArticleReactionsView, { reactions }) => ({ ...reactions, viewer }),
    }
  },
  'decree:reacted': async () => {
    const article = await issue('Of towels')
    return {
      fetch: () => reactionsTo(article),
      cause: () => ann.put(`/blog/posts/${article.id}/reaction`, { emoji: '👍' }),
      apply: (_, { reactions }) => reactions,
    }
  },
  'analytics:updated': async () => {
    await crown(ann)
    await agree(bob)
    const fetch = async () => unmeasured(await get<RealtimeAnalyticsView>('/admin/analytics/realtime'))
    const { pageViews } = await fetch()
    return {
      watch: { topic: 'analytics' },
      fetch,
      cause: async () => signal(bob, 'page', { path: '/terms' }),
      fits: ({ snapshot }) => snapshot.pageViews > pageViews,
      apply: (_, { snapshot }) => unmeasured(snapshot),
    }
  },
  ...relationRows(cast),
  ...peopleRows(cast),
  ...appealRows(cast),
  ...decisionRows(cast),
  ...trackedRows(cast),
  'monitor:updated': async () => {
    await crown(ann)
    return {
      watch: { topic: 'monitor' },
      fetch: () => get<MonitorStatusView>('/ai-monitor/status').then(unclocked),
      cause: () => ann.post('/ai-monitor/test-error', { errorType: 'runtime' }),
      // Not a push from just before.
      fits: ({ status }) => status.recentErrors.some(({ test }) => test),
      apply: (_, { status }) => unclocked(status),
    }
  },
  'alerts:updated': async () => {
    await crown(ann)
    return {
      watch: { topic: 'monitor' },
      fetch: () => get<AlertsView>('/ai-monitor/alerts').then(unvalued),
      cause: () => ann.put('/ai-monitor/alert-rules/reports', { on: true, threshold: 100 + round }),
      // Not the push of a look at the rules just before.
      fits: ({ alerts }) => alerts.rules.some(({ threshold }) => threshold === 100 + round),
      apply: (_, { alerts }) => unvalued(alerts),
    }
  },
  'wall:updated': async () => {
    await crown(ann)
    return {
      watch: { topic: 'sewer' },
      fetch: () => get<ServerMapView>('/ai-monitor/wall').then(unflowing),
      // Pushed each second, whatever happens.
      cause: async () => {},
      fits: ({ wall }) => wall.pipes.length > 0,
      apply: (_, { wall }) => unflowing(wall),
    }
  },
  'sessions:updated': async () => {
    const sessions = async () => (await get<SessionListView>('/auth/sessions')).sessions
    const known = new Set((await sessions()).map(({ id }) => id))
    return {
      fetch: async () => (await sessions()).map(unseen),
      cause: () => visitor(server).post('/auth/login', { email: ann.email, password: PASSWORD }),
      // Not the push of an earlier log-in.
      fits: (event) => event.sessions.some(({ id }) => !known.has(id)),
      apply: (_: never, event) => event.sessions.map(unseen),
    }
  },
  // The event has no state.
  echo: async () => {
    await crown(ann)
    // A probe follows one push a second, which may be another one. The spam protection, switched on by a row
    // above, slows new accounts down.
    await ann.post('/admin/anti-asshole/disable')
    await befriend(ann, bob)
    const cause = () =>
      until(
        'an echo',
        async () => Boolean(await message(bob, ann, 'Hello?')) && pages.at(-1)!.all('echo').length > 0,
      )
    return { fetch: async () => 'an echo', cause, apply: () => 'an echo' }
  },
  'session:ended': async () => ({
    fetch: async () => ((await ann.get('/auth/me')).status === 401 ? 'signed out' : 'signed in'),
    cause: () => ann.post('/auth/logout'),
    apply: () => 'signed out',
  }),
}

const waiting = () => get<WaitingView[]>('/users/me/waiting')

async function guardsOn(admin: Person): Promise<void> {
  await crown(admin)
  await admin.post('/admin/anti-asshole/enable')
}

async function openPage(who: Person, watch?: WatchInput): Promise<LiveClient> {
  pages.push(await watching(server, who, ...(watch ? [watch] : [])))
  return pages.at(-1)!
}

async function signal(who: Person, name: string, input: object): Promise<void> {
  const live = await openPage(who)
  expect(await live.send(name, input)).toEqual({ ok: true })
}

/** The first presence that a page receives when it opens the conversation. */
async function presenceIn(conversationId: string): Promise<Payload<'presence'>> {
  const fresh = await openPage(ann, { conversation: conversationId })
  return fresh.next('presence')
}

describe('[L1] The old state plus the event is what a refetch gives', () => {
  it.each(Object.keys(ROWS) as Name[])('%s', async (name) => {
    const scene = (await ROWS[name]()) as Scene<Name>
    const live = await openPage(ann, scene.watch)
    const old = await scene.fetch()
    await scene.cause()
    const payload = name === 'ready' ? live.all('ready')[0]! : await live.next(name, scene.fits)
    expect(scene.apply(old as never, payload as never)).toEqual(await scene.fetch())
  })
})
