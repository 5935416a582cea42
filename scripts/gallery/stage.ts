import type { UploadView } from '#contract/media.ts'
import type { OwnCaseView, ReportReceipt } from '#contract/moderation.ts'
import { TEST_ERRORS } from '#contract/monitor.constants.ts'
import type { MonitorStatusView } from '#contract/monitor.ts'
import type { CommentView } from '#contract/comments.ts'
import type { PostView } from '#contract/posts.ts'
import type { ProfileView } from '#contract/people.ts'
import { visitor, type Caller, type Reply } from '#tests/support/http-client.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { until } from '#tests/support/until.ts'
import { CAST, DEMO_PASSWORD, emailOf } from '../seed/cast.ts'
import { SCENES as PICTURES, draw } from '../seed/scenes.ts'
import { letTimePass, protect } from './guarded.ts'
import { GUARDED, type Props, type Who } from './scene.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1'
const OFFICE = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:148.0) Gecko/20100101 Firefox/148.0'

export interface Stage {
  readonly props: Props
  /** The session cookies of everybody who is somebody. */
  readonly cookies: Record<Exclude<Who, 'visitor'>, string>
}

/** What happens in the demo world before the pictures are taken, all of it by the product's own ways. */
export async function setStage(server: ServerProcess, strict: ServerProcess): Promise<Stage> {
  const [king, courtier, offender] = await Promise.all([0, 1, 7].map((number) => logIn(server, number)))
  // What the pictures' own browsers look at is not counted.
  for (const one of [king, courtier, offender])
    await done(one!.put('/user/privacy-settings', { analyticsConsent: false }))
  const newcomer = await register(server, 'petra_newly_seated', 'Petra, newly seated')
  for (const userAgent of [PHONE, OFFICE]) await logIn(server, 1, userAgent)
  const { body: posts } = await king!.get<PostView[]>('/posts')
  const post = posts.toSorted((one, other) => other._count.comments - one._count.comments)[0]!
  const picture = await draw(PICTURES.get(4)!.room)
  const veiled = await warnOfPicture(server, await logIn(server, 2), picture)
  await illustrate(server, king!, await draw(PICTURES.get(0)!.room))
  const cases = await keepOrder(server, king!, courtier!, offender!, posts)
  await disturb(king!)
  const peddler = await lookAfterHouse(server, king!)
  const unconfirmed = await register(strict, 'vera_verify', 'Vera Verify')
  const guarded = await register(server, GUARDED, 'Gustav, guarded')
  await protect(guarded)
  await letTimePass(server, (await done(guarded.get<{ user: { id: string } }>('/auth/me'))).user.id)
  return {
    props: { handle: CAST[2]!.handle, post, veiled, cases, picture },
    cookies: {
      king: king!.cookie(),
      courtier: courtier!.cookie(),
      newcomer: newcomer.cookie(),
      offender: offender!.cookie(),
      peddler: peddler.cookie(),
      guarded: guarded.cookie(),
      unconfirmed: unconfirmed.cookie(),
    },
  }
}

async function done<T>(call: Promise<Reply<T>>): Promise<T> {
  const { status, text, body } = await call
  if (status >= 300) throw new Error(`The stage is not set: ${status} ${text}`)
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

async function warnOfPicture(server: ServerProcess, duke: Caller, picture: Buffer): Promise<PostView> {
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

async function illustrate(server: ServerProcess, king: Caller, picture: Buffer): Promise<void> {
  const { id } = await done(king.get<{ id: string }>('/blog/posts/on-the-keeping-of-the-seat'))
  await done(
    king.patch(`/blog/posts/${id}`, {
      featuredImage: (await upload(server, king, 'blog', picture)).mediaUrl,
    }),
  )
}

/** Reports, what was decided about some of them, and an appeal. */
async function keepOrder(
  server: ServerProcess,
  king: Caller,
  courtier: Caller,
  offender: Caller,
  posts: readonly PostView[],
): Promise<Props['cases']> {
  const post = await done(
    offender.post<PostView>('/posts', {
      text: 'Everybody who queues is a coward. I name names in the comments.',
    }),
  )
  const comment = await done(
    offender.post<CommentView>(`/posts/${posts[0]!.id}/comments`, { text: 'Sit on it, your majesty.' }),
  )
  const person = async (number: number) =>
    (await done(king.get<ProfileView>(`/users/${CAST[number]!.handle}`))).id
  const guard = await logIn(server, 4)
  const report = (by: Caller, targetType: string, targetId: string, reason: string, details?: string) =>
    done(by.post<ReportReceipt>('/reports', { targetType, targetId, reason, details }))
  const decide = async ({ id }: ReportReceipt, input: object) =>
    (await done(king.post<OwnCaseView>(`/admin/reports/${id}/actions`, input))).id
  const appealed = await decide(await report(courtier, 'comment', comment.id, 'harassment'), {
    action: 'warn',
    note: 'The seat is not to be spoken of in that tone.',
  })
  await done(
    offender.post(`/moderation/cases/${appealed}/appeal`, { text: 'It was an invitation. I had warmed it.' }),
  )
  await decide(
    await report(guard, 'user', await person(11), 'spam', 'The same golden plunger, forty times a night.'),
    { action: 'ban' },
  )
  const open = await decide(await report(courtier, 'post', post.id, 'harassment', 'He did name names.'), {
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
  await report(courtier, 'user', await person(17), 'other', 'The name alone takes two lines.')
  return { open, appealed }
}

/** Errors, in the way errors really come. */
async function disturb(king: Caller): Promise<void> {
  for (const errorType of [...TEST_ERRORS, 'runtime', 'runtime'])
    await done(king.post('/ai-monitor/test-error', { errorType }))
  await until(
    'every test error is known',
    async () =>
      (await done(king.get<MonitorStatusView>('/ai-monitor/status'))).totalErrors >= TEST_ERRORS.length,
    60_000,
  )
  await done(king.post('/ai-monitor/force-check'))
  const { recentErrors } = await done(king.get<MonitorStatusView>('/ai-monitor/status'))
  for (const { id } of recentErrors.filter(({ type }) => type === 'validation' || type === 'media'))
    await done(king.post(`/ai-monitor/errors/${id}/resolve`))
}

/** What an admin has seen to, and what the spam protection holds since. */
async function lookAfterHouse(server: ServerProcess, king: Caller): Promise<Caller> {
  await done(king.post('/admin/seo-refresh'))
  await done(king.post('/admin/google-refresh'))
  await done(king.post('/admin/anti-asshole/enable'))
  const peddler = await register(server, 'golden_plungers', 'Golden Plungers')
  await done(
    peddler.post('/posts', {
      text: 'Golden plungers! https://plungers.example https://gold.example https://cheap.example/today',
    }),
  )
  return peddler
}
