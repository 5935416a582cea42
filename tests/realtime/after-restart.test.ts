import { isDeepStrictEqual } from 'node:util'
import { mongo } from 'mongoose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { BlogPostView } from '#contract/blog.ts'
import { PublicCommentView, type CommentView } from '#contract/comments.ts'
import { ConversationView, MessageView } from '#contract/messages.ts'
import { NotificationView } from '#contract/notifications.ts'
import { PublicProfileView, type ProfileView } from '#contract/people.ts'
import { PublicPostView, type PostView } from '#contract/posts.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { startInternet, type Internet } from '#tests/support/internet.ts'
import { plain, upload } from '#tests/support/media.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import type { LiveClient } from '#tests/support/socket-client.ts'
import { until } from '#tests/support/until.ts'
import { profileOf, publicly } from './support/comparable.ts'
import { hasField, optionalFields, pushedViews } from './support/optional-fields.ts'
import { block, follow, message, react, watching } from './support/scenes.ts'

// It starts processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

interface View {
  id: string
}
/** A view by what it is and its id. */
type Views = Map<string, unknown>

const SCHEMAS = {
  post: PublicPostView,
  comment: PublicCommentView,
  message: MessageView,
  conversation: ConversationView,
  profile: PublicProfileView,
  notification: NotificationView,
  decree: BlogPostView,
} as const
type Kind = keyof typeof SCHEMAS

/** Views with optional fields that every-event.test.ts alone compares with a read, each with the reason. */
const OTHER_VIEWS: Record<string, string> = {
  AdminPersonView: 'to the dashboard of staff',
  AdminReportView: 'to the dashboard of staff',
  AlertsView: 'to the dashboard of staff',
  AnnouncementView: 'the one of the site, which comes with each `ready`',
  ArticleReactionsView: 'the own reaction alone may be missing',
  AuditEntryView: 'to the dashboard of staff',
  CaseView: 'to the dashboard of staff',
  CrowdControlView: 'figures of the moment',
  CurrentUserView: 'of settings, to the pages of one person',
  HeldWritingView: 'to the dashboard of staff',
  MonitorStatusView: 'to the dashboard of staff',
  OwnCaseView: 'stages of a decision, to the pages of one person',
  OwnReportView: 'stages of a report, to the pages of one person',
  PrivacySettingsView: 'of settings, to the pages of one person',
  RealtimeAnalyticsView: 'figures of the moment',
  ServerMapView: 'figures of the moment',
  SessionEntryView: 'of settings, to the pages of one person',
  SyncReport: 'to the dashboard of staff',
  UploadView: 'the progress of an upload, which a post or message shows afterwards',
  VoteView: 'the own vote alone may be missing',
  WaitingView: 'the post of a comment alone may be missing',
}

/** Fields that these pages cannot have, each with the reason. */
const NOT_HERE: Record<string, string> = {
  'conversation.lastMessage.takenBack': 'no page lists the conversation',
  'decree.publishAt': 'of a draft, which readers do not have',
  'conversation.can.why': 'of one who may not write',
  'notification.about.post.thumbnail': 'what it is about is read with it',
  'post.linkCard.description': 'the page has none',
  'post.linkCard.picture': 'the page has none',
  'message.linkCard.description': 'the page has none',
  'message.linkCard.picture': 'the page has none',
}

/** Of files of another kind than pictures in posts and messages. */
const OF_OTHER_FILES = /\bmedia\.(?:poster|duration|peaks|variants\.avatar)$/

const storeUri = freshDatabase()
let internet: Internet
let server: ServerProcess
let store: mongo.MongoClient
let ann: Person
let bob: Person
let cat: Person
let eve: Person
let page: LiveClient

beforeAll(async () => {
  internet = await startInternet()
  server = await startServerProcess({ MONGODB_URI: storeUri, UNDO_MS: '10000', ...internet.settings })
  store = await mongo.MongoClient.connect(storeUri)
  ;[ann, bob, cat, eve] = (await Promise.all(
    ['ann', 'bob', 'cat', 'eve'].map((handle) => person(server, handle)),
  )) as [Person, Person, Person, Person]
  await store
    .db()
    .collection('users')
    .updateOne({ handle: 'bob' }, { $set: { isAdmin: true } })
  await until('the crown is noticed', async () => (await bob.get('/admin/stats')).status === 200)
}, 120_000)
afterAll(async () => {
  page?.close()
  await server?.[Symbol.asyncDispose]()
  await store?.db().dropDatabase()
  await store?.close()
  await internet?.[Symbol.asyncDispose]()
})

async function made<T>(answer: Promise<{ status: number; text: string; body: T }>): Promise<T> {
  const { status, text, body } = await answer
  if (status >= 300) throw new Error(`${status} ${text}`)
  return body
}

const picture = async (by: Person, purpose: 'post' | 'message' | 'avatar' | 'banner' | 'blog') =>
  (await upload(server, by, await plain(60, 40).png().toBuffer(), { type: 'image/png', purpose })).body
    .mediaUrl

const pictures = async (by: Person, purpose: 'post' | 'message') => ({
  mediaUrl: await picture(by, purpose),
  mediaType: 'image',
  altText: 'One side',
  morePictures: [{ mediaUrl: await picture(by, purpose), altText: 'The other side' }],
})

const link = (title: string) => `Read http://site.test/page?title=${title}`
const posted = (by: Person, fields: object) => made(by.post<PostView>('/posts', fields))

async function makePosts(): Promise<PostView[]> {
  const shown = await posted(bob, { text: 'Look', contentWarn: 'Careful', ...(await pictures(bob, 'post')) })
  await made(bob.patch(`/posts/${shown.id}`, { text: 'Look again' }))
  const poll = { options: ['a', 'b'], minutes: 60 }
  const asked = await posted(bob, { text: 'Which?', poll, dial: 'gentle', quotedId: shown.id })
  await made(bob.put(`/posts/${asked.id}/plunger`, { hours: 1, strangersPaused: true, slowMinutes: 5 }))
  const linked = await posted(bob, { text: link('Post') })
  const bare = await posted(bob, { text: link('Bare'), hidePreview: true })
  return [shown, asked, linked, bare]
}

async function makeComments(post: PostView): Promise<void> {
  const first = await made(ann.post<CommentView>(`/posts/${post.id}/comments`, { text: 'First' }))
  const parent = { id: first.id, createdAt: first.createdAt }
  await made(bob.post(`/posts/${post.id}/comments`, { text: 'Answer, @ann', parentId: parent.id }))
  await made(bob.put(`/comments/${first.id}/poo`))
}

async function makeMessages(): Promise<void> {
  const first = await message(bob, ann, 'Hello')
  const at = `/messages/${first.conversationId}`
  await made(bob.patch(`${at}/${first.id}`, { content: 'Hello again' }))
  await made(ann.put(`${at}/${first.id}/reaction`, { emoji: '🪠' }))
  const back = await message(bob, ann, 'A slip')
  await made(bob.post(`${at}/${back.id}/take-back`))
  const send = (fields: object) => made(bob.post<MessageView>('/messages', { receiverId: ann.id, ...fields }))
  await send({ content: 'Two', ...(await pictures(bob, 'message')) })
  await send({ content: link('Message') })
  await made(ann.put(`${at}/disappearing`, { after: '24h' }))
  await send({ content: 'Answer', replyTo: first.seq })
  await made(ann.put(`${at}/mute`, { for: '8h' }))
  await made(ann.put(`${at}/pin`))
  const cats = await message(cat, ann, 'For the shelf')
  await made(ann.put(`/messages/${cats.conversationId}/archive`))
  await message(eve, ann, 'We have not met')
}

async function makeGroup(): Promise<void> {
  const make = (name: string) =>
    made(bob.post<ConversationView>('/messages/groups', { name, memberIds: [ann.id, cat.id] }))
  const [lines, words] = [await make('Lines'), await make('Words')]
  await made(bob.patch(`/messages/groups/${lines.id}`, { name: 'New lines' }))
  await made(
    bob.post('/messages', { receiverId: words.id, content: '', ...(await pictures(bob, 'message')) }),
  )
  const hidden = await make('Hidden')
  await block(ann, cat)
  await made(cat.post('/messages', { receiverId: hidden.id, content: 'Across a block' }))
  await made(ann.post(`/messages/${lines.id}/unread`))
  // Of a message, pages are pushed the message alone.
  for (const { id } of [lines, words, hidden]) await made(ann.put(`/messages/${id}/mute`, { for: 'always' }))
}

async function makeArticle(): Promise<void> {
  const article = {
    title: 'Of truth',
    slug: 'of-truth',
    content: 'Hear ye.',
    excerpt: 'Hear',
    published: true,
  }
  const { id } = await made(bob.post<BlogPostView>('/blog/posts', article))
  await made(bob.patch(`/blog/posts/${id}`, { ...article, featuredImage: await picture(bob, 'blog') }))
}

/** The newest version of each view that the page was pushed. */
function pushed(): Views {
  const views: Views = new Map()
  const put = (kind: Kind, ...some: (View & { rev: number })[]) => {
    for (const one of some) {
      const known = views.get(`${kind} ${one.id}`) as typeof one | undefined
      if (!known || known.rev <= one.rev) views.set(`${kind} ${one.id}`, one)
    }
  }
  for (const { name, payload } of page.heard) {
    if (name === 'post:created') put('post', ...payload.posts)
    if (name === 'post:updated') put('post', payload.post)
    if (name === 'comment:created' || name === 'comment:updated') put('comment', payload.comment)
    if (name === 'message:created' || name === 'message:updated') put('message', payload.message)
    if (name === 'conversation:updated') put('conversation', payload.conversation)
    if (name === 'profile:updated') put('profile', payload.profile)
    if (name === 'notification:created') put('notification', payload.notification)
    if (name === 'notification:updated') put('notification', ...payload.notifications)
    if (name === 'blog:updated') put('decree', payload.decree)
  }
  return views
}

/** The same by REST. */
async function fetched(views: Views): Promise<Views> {
  const get = <T>(path: string) => made(ann.get<T>(path))
  const lists = await Promise.all(
    ['/messages/conversations', '/messages/archived', '/messages/requests'].map((path) =>
      get<ConversationView[]>(path),
    ),
  )
  const conversations = lists.flat()
  const threads = await Promise.all(conversations.map(({ id }) => get<MessageView[]>(`/messages/${id}`)))
  const posts = await Promise.all(idsOf(views, 'post').map((id) => get<PostView>(`/posts/${id}`)))
  const comments = await Promise.all(posts.map(({ id }) => get<CommentView[]>(`/posts/${id}/comments`)))
  const all: [Kind, View[]][] = [
    ['post', posts.map(publicly)],
    ['comment', comments.flat().map(publicly)],
    ['message', threads.flat()],
    ['conversation', conversations],
    ['profile', [profileOf(await get<ProfileView>('/users/bob'))]],
    ['notification', await get<NotificationView[]>('/notifications')],
    ['decree', [await get<BlogPostView>('/blog/posts/of-truth')]],
  ]
  const found = all.flatMap(([kind, some]) => some.map((one) => [`${kind} ${one.id}`, one] as const))
  return new Map(found.filter(([key]) => views.has(key)))
}

const idsOf = (views: Views, kind: Kind): string[] =>
  [...views.keys()].flatMap((key) => (key.startsWith(`${kind} `) ? [key.slice(kind.length + 1)] : []))

// What a notification is about is read with it, and changes with the post.
const comparable = (views: Views): Record<string, object> =>
  Object.fromEntries([...views].map(([key, view]) => [key, { ...(view as object), about: undefined }]))

describe('[L1] After a restart', () => {
  it('every view is read as it was pushed, with every field that it may have', async () => {
    for (const [by, whom] of [
      [ann, bob],
      [bob, ann],
      [ann, cat],
      [cat, ann],
      [bob, cat],
      [cat, bob],
    ] as const)
      await follow(by, whom)
    await made(ann.patch('/users/me/notifications', { requestNotices: true }))
    page = await watching(server, ann, { topic: 'feed', profile: bob.id }, { topic: 'blog' })
    // First, because a new picture changes everything that is there.
    await made(
      bob.patch('/users/me', {
        avatarUrl: await picture(bob, 'avatar'),
        bannerUrl: await picture(bob, 'banner'),
      }),
    )
    const posts = await makePosts()
    await page.send('watch', { topic: 'feed', profile: bob.id, posts: posts.map(({ id }) => id) })
    for (const post of posts) await react(eve, post)
    await makeComments(posts[0]!)
    await makeMessages()
    await makeGroup()
    await makeArticle()
    const wanted = (Object.keys(SCHEMAS) as Kind[])
      .flatMap((kind) => optionalFields(SCHEMAS[kind], kind))
      .filter((path) => !(path in NOT_HERE || OF_OTHER_FILES.test(path)))
    /** Fields that were never pushed. */
    const missing = () => {
      const views = [...pushed()]
      const isHere = ([kind, ...fields]: string[]) =>
        views.some(([key, view]) => key.startsWith(`${kind} `) && hasField(view, fields))
      return wanted.filter((path) => !isHere(path.split('.')))
    }
    await expect.poll(missing).toEqual([])
    const differing = async () => {
      const [asPushed, read] = [comparable(pushed()), comparable(await fetched(pushed()))]
      return Object.keys(read).flatMap((key) =>
        isDeepStrictEqual(asPushed[key], read[key]) ? [] : [{ told: asPushed[key], read: read[key] }],
      )
    }
    await expect.poll(differing).toEqual([])
    const before = comparable(pushed())
    await server.stop()
    await server.start()
    expect(comparable(await fetched(new Map(Object.entries(before))))).toEqual(before)
  })
})

describe('The scenes above', () => {
  it('have every view of the pushes that has optional fields, or a reason says why not', async () => {
    const views = [...(await pushedViews())].filter(
      ([name, schema]) => optionalFields(schema, name).length > 0,
    )
    const here = new Set<z.ZodType>(Object.values(SCHEMAS))
    const missing = views.flatMap(([name, schema]) => (here.has(schema) || name in OTHER_VIEWS ? [] : name))
    expect(missing).toEqual([])
    expect(Object.keys(OTHER_VIEWS).filter((name) => !views.some(([one]) => one === name))).toEqual([])
  })

  it('miss an optional field that is new, wherever it is in a view', () => {
    const part = z.object({ known: z.string(), novelty: z.string().nullable() })
    const novel = PublicPostView.extend({
      novelty: z.string().optional(),
      parts: z.array(part),
      byName: z.record(z.string(), part),
    })
    const known = new Set(optionalFields(PublicPostView, 'post'))
    const fresh = optionalFields(novel, 'post').filter((field) => !known.has(field))
    expect(fresh).toEqual(['post.novelty', 'post.parts[].novelty', 'post.byName[].novelty'])
    const view = { parts: [{ known: 'a', novelty: null }], byName: { b: { known: 'b', novelty: 'c' } } }
    expect(fresh.filter((field) => !hasField(view, field.split('.').slice(1)))).toEqual([
      'post.novelty',
      'post.parts[].novelty',
    ])
  })
})
