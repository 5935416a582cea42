import type { UploadView } from '#contract/media.ts'
import type { GroupInviteView } from '#contract/messages.groups.ts'
import type { ConversationView } from '#contract/messages.ts'
import type { OwnCaseView, ReportReceipt } from '#contract/moderation.ts'
import { TEST_ERRORS } from '#contract/monitor.constants.ts'
import type { MonitorStatusView } from '#contract/monitor.ts'
import type { CommentView } from '#contract/comments.ts'
import type { PostView } from '#contract/posts.ts'
import type { ProfileView } from '#contract/people.ts'
import type { DemoWho, DemoWorld, Person } from '#tests/scenes/scene.ts'
import { visitor, type Caller, type Reply } from '#tests/support/http-client.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { until } from '#tests/support/until.ts'
import { CAST, DEMO_PASSWORD, emailOf } from '../seed/cast.ts'
import { SCENES as PICTURES, draw } from '../seed/scenes.ts'
import { letTimePass, setUpSecondFactor } from './history.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1'
const OFFICE = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:148.0) Gecko/20100101 Firefox/148.0'

const NEWCOMER = 'petra_newly_seated'
/** The handle of the person with a second factor. */
const PROTECTED = 'gustav_guarded'

export interface Demo {
  readonly world: DemoWorld
  /** The session cookies of everybody who has a session. */
  readonly cookies: Record<Exclude<DemoWho, 'visitor'>, string>
}

/** Adds to the seeded demo world what the scenes need, all of it through the product's own calls. */
export async function prepareDemo(server: ServerProcess, strict: ServerProcess): Promise<Demo> {
  const [admin, ann, bob, suspended] = await Promise.all([0, 1, 8, 7].map((number) => logIn(server, number)))
  // The pictures' own browsers are not counted as page views.
  for (const one of [admin, ann, bob, suspended])
    await done(one!.put('/user/privacy-settings', { analyticsConsent: false }))
  // Their notifications are as unread in one picture as in the next.
  for (const one of [admin, ann, bob])
    await done(one!.patch('/users/me/notifications', { readWhenSeen: false }))
  const newcomer = await register(server, NEWCOMER, 'Petra, newly seated')
  for (const userAgent of [PHONE, OFFICE]) await logIn(server, 1, userAgent)
  const { body: posts } = await admin!.get<PostView[]>('/posts')
  const post = posts.toSorted((one, other) => other._count.comments - one._count.comments)[0]!
  const mine = await done(
    ann!.post<PostView>('/posts', { text: 'The rubber cup is mightier than the sword.' }),
  )
  const picture = await draw(PICTURES.get(4)!.room)
  const warned = await postWithWarning(server, await logIn(server, 2), picture)
  await illustrate(server, admin!, await draw(PICTURES.get(0)!.room))
  const cases = await moderate(server, admin!, ann!, suspended!, posts)
  await causeErrors(admin!)
  const spammer = await administer(server, admin!)
  const moderator = await register(server, 'sir_mop', 'Sir Mop')
  const { id } = await personOf(moderator)
  await done(admin!.patch(`/admin/users/${id}/moderator`, { isModerator: true }))
  const unconfirmed = await register(strict, 'vera_verify', 'Vera Verify')
  const guarded = await register(server, PROTECTED, 'Gustav, guarded')
  await setUpSecondFactor(guarded)
  await letTimePass(server, (await personOf(guarded)).id)
  const { id: receiverId } = await personOf(bob!)
  await done(moderator.post('/messages', { receiverId, content: 'We have not been introduced.' }))
  return {
    world: {
      ann: await personOf(ann!),
      bob: await personOf(bob!),
      newcomer: await personOf(newcomer),
      admin: await personOf(admin!),
      post,
      mine,
      decree: '/blog/on-the-keeping-of-the-seat',
      word: 'paper',
      meeting: await meet(ann!, bob!),
      warned,
      cases,
      picture,
    },
    cookies: {
      ann: ann!.cookie(),
      bob: bob!.cookie(),
      newcomer: newcomer.cookie(),
      fresh: newcomer.cookie(),
      notified: admin!.cookie(),
      moderator: moderator.cookie(),
      admin: admin!.cookie(),
      suspended: suspended!.cookie(),
      spammer: spammer.cookie(),
      protected: guarded.cookie(),
      unconfirmed: unconfirmed.cookie(),
    },
  }
}

async function meet(ann: Caller, bob: Caller): Promise<DemoWorld['meeting']> {
  // Nobody can be added who has not accepted contact.
  await done(bob.post(`/users/${(await personOf(ann)).id}/follow`))
  const { id } = await done(
    ann.post<ConversationView>('/messages/groups', {
      name: 'Night shift',
      memberIds: [(await personOf(bob)).id],
    }),
  )
  await done(bob.post('/messages', { receiverId: id, content: 'Who has the key to the third stall?' }))
  await done(ann.post('/messages', { receiverId: id, content: 'Under the mat, where it always is.' }))
  const { token } = await done(ann.post<GroupInviteView>(`/messages/groups/${id}/invite`))
  return { id, token }
}

const personOf = async (caller: Caller): Promise<Person> =>
  (await done(caller.get<{ user: Person }>('/auth/me'))).user

async function done<T>(call: Promise<Reply<T>>): Promise<T> {
  const { status, text, body } = await call
  if (status >= 300) throw new Error(`The demo world could not be prepared: ${status} ${text}`)
  return body
}

async function logIn(server: ServerProcess, number: number, userAgent?: string): Promise<Caller> {
  const caller = visitor(server)
  await done(
    caller.post(
      '/auth/login',
      { email: emailOf(CAST[number]!), password: DEMO_PASSWORD },
      userAgent ? { 'user-agent': userAgent } : {},
    ),
  )
  return caller
}

async function register(server: ServerProcess, handle: string, displayName: string): Promise<Caller> {
  const caller = visitor(server)
  await done(
    caller.post('/auth/register', {
      email: `${handle}@court.example`,
      handle,
      displayName,
      password: DEMO_PASSWORD,
    }),
  )
  // Everybody else has been here for a while.
  if (handle !== NEWCOMER) await done(caller.delete('/users/me/newcomer'))
  return caller
}

async function upload(
  { url }: ServerProcess,
  caller: Caller,
  purpose: 'post' | 'blog',
  picture: Buffer,
): Promise<UploadView> {
  const body = new FormData()
  body.set('file', new Blob([Uint8Array.from(picture)], { type: 'image/png' }), 'picture.png')
  const answer = await fetch(`${url}/api/media/upload?purpose=${purpose}`, {
    method: 'POST',
    body,
    headers: { cookie: caller.cookie() },
  })
  if (!answer.ok) throw new Error(`The picture was not taken: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as UploadView
}

async function postWithWarning(server: ServerProcess, duke: Caller, picture: Buffer): Promise<PostView> {
  const { mediaUrl, mediaType } = await upload(server, duke, 'post', picture)
  return done(
    duke.post<PostView>('/posts', {
      text: 'The annual soak. It went on for nine hours and I regret none of them.',
      mediaUrl,
      mediaType,
      contentWarn: 'A duke, bathing',
      altText: 'A rubber-duck duke in a white bathtub',
    }),
  )
}

async function illustrate(server: ServerProcess, admin: Caller, picture: Buffer): Promise<void> {
  const { id } = await done(admin.get<{ id: string }>('/blog/posts/on-the-keeping-of-the-seat'))
  await done(
    admin.patch(`/blog/posts/${id}`, {
      featuredImage: (await upload(server, admin, 'blog', picture)).mediaUrl,
    }),
  )
}

/** Reports, decisions about some of them, and an appeal. */
async function moderate(
  server: ServerProcess,
  admin: Caller,
  ann: Caller,
  suspended: Caller,
  posts: readonly PostView[],
): Promise<DemoWorld['cases']> {
  const post = await done(
    suspended.post<PostView>('/posts', {
      text: 'Everybody who queues is a coward. I name names in the comments.',
    }),
  )
  const comment = await done(
    suspended.post<CommentView>(`/posts/${posts[0]!.id}/comments`, { text: 'Sit on it, your majesty.' }),
  )
  const person = async (number: number) =>
    (await done(admin.get<ProfileView>(`/users/${CAST[number]!.handle}`))).id
  const guard = await logIn(server, 4)
  const report = (by: Caller, targetType: string, targetId: string, reason: string, details?: string) =>
    done(by.post<ReportReceipt>('/reports', { targetType, targetId, reason, details }))
  const decide = async ({ id }: ReportReceipt, input: object) =>
    (await done(admin.post<OwnCaseView>(`/admin/reports/${id}/actions`, input))).id
  const appealed = await decide(await report(ann, 'comment', comment.id, 'harassment'), {
    action: 'warn',
    note: 'The seat is not to be spoken of in that tone.',
  })
  await done(
    suspended.post(`/moderation/cases/${appealed}/appeal`, {
      text: 'It was an invitation. I had warmed it.',
    }),
  )
  await decide(
    await report(guard, 'user', await person(11), 'spam', 'The same golden plunger, forty times a night.'),
    { action: 'ban' },
  )
  const open = await decide(await report(ann, 'post', post.id, 'harassment', 'He did name names.'), {
    action: 'suspend',
    days: 7,
    note: 'Come back when you can wait your turn.',
  })
  await report(
    guard,
    'post',
    posts.find(({ author }) => author?.handle === 'nina_nozzle')?.id ?? posts[3]!.id,
    'spam',
    'Adverts for a shower head, thinly veiled.',
  )
  await report(ann, 'user', await person(17), 'other', 'The name alone takes two lines.')
  return { open, appealed }
}

/** Causes errors the way real ones happen. */
async function causeErrors(admin: Caller): Promise<void> {
  for (const errorType of [...TEST_ERRORS, 'runtime', 'runtime'])
    await done(admin.post('/ai-monitor/test-error', { errorType }))
  await until(
    'every test error is known',
    async () =>
      (await done(admin.get<MonitorStatusView>('/ai-monitor/status'))).totalErrors >= TEST_ERRORS.length,
    60_000,
  )
  await done(admin.post('/ai-monitor/force-check'))
  const { recentErrors } = await done(admin.get<MonitorStatusView>('/ai-monitor/status'))
  for (const { id } of recentErrors.filter(({ type }) => type === 'validation' || type === 'media'))
    await done(admin.post(`/ai-monitor/errors/${id}/resolve`))
}

/** Uses the admin's settings, and returns a person whose post the spam protection holds since then. */
async function administer(server: ServerProcess, admin: Caller): Promise<Caller> {
  await done(admin.post('/admin/seo-refresh'))
  await done(admin.post('/admin/google-refresh'))
  await done(admin.post('/admin/anti-asshole/enable'))
  const spammer = await register(server, 'golden_plungers', 'Golden Plungers')
  await done(
    spammer.post('/posts', {
      text: 'Golden plungers! https://plungers.example https://gold.example https://cheap.example/today',
    }),
  )
  return spammer
}
