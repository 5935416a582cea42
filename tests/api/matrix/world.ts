import type { FunnelsView, FunnelView } from '#contract/analytics.funnels.ts'
import type { FiguresKeyView, NewFiguresKeyView } from '#contract/analytics.report.ts'
import type { NewInvitationView } from '#contract/account.sign-up.ts'
import type { SessionListView } from '#contract/account.settings.ts'
import type { AdminReportView, CaseView, ReportHistoryView, HeldWritingView } from '#contract/moderation.ts'
import type { BlogPostView } from '#contract/blog.ts'
import type { MediaPurpose, UploadView } from '#contract/media.ts'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import type { PushView } from '#contract/notifications.push.ts'
import type { MonitorStatusView } from '#contract/monitor.ts'
import type { CommentView } from '#contract/comments.ts'
import type { PostView } from '#contract/posts.ts'
import { aSubscription } from '#tests/support/push-service.ts'
import { PASSWORD, people, person, visitor, type Person } from '#tests/support/http-client.ts'
import { noise, upload } from '#tests/support/media.ts'
import type { TestServer } from '#tests/support/server.ts'
import { eventually } from '#tests/support/eventually.ts'

/**
 * The people of the matrix. `owner` owns the record or takes part in it; `other` does not.
 */
export interface World {
  readonly server: TestServer
  readonly owner: Person
  readonly other: Person
  readonly moderator: Person
  readonly admin: Person
  /** Another admin: the one who decided cannot decide on the appeal. */
  readonly judge: Person
}

/** `suffix` follows each name: there may be several worlds. */
export async function buildWorld(server: TestServer, suffix = ''): Promise<World> {
  const [owner, other, moderator, admin, judge] = await people(
    server,
    ['owner', 'other', 'the_moderator', 'the_admin', 'judge'],
    suffix,
  )
  const { setAdmin, setModerator } = await import('#server/features/people/users/admin-people.service.ts')
  await setAdmin(admin.id, true)
  await setAdmin(judge.id, true)
  await setModerator(moderator.id, true)
  return { server, owner, other, moderator, admin, judge }
}

let made = 0
/** A new name. */
export const fresh = (name: string): string => `${name}_${(made += 1)}`

const body = async <T>(reply: Promise<{ status: number; body: T; text: string }>): Promise<T> => {
  const { status, body: answer, text } = await reply
  if (status >= 300) throw new Error(`The world could not be built: ${status} ${text}`)
  return answer
}

export const post = ({ owner }: World, more: object = {}) =>
  body(owner.post<PostView>('/posts', { text: fresh('A drop'), ...more }))
export const comment = async (world: World) =>
  body(world.owner.post<CommentView>(`/posts/${(await post(world)).id}/comments`, { text: 'Seen' }))
/** A new device of the owner. */
export const pushDevice = async ({ owner }: World): Promise<string> => {
  const { devices } = await body(owner.put<PushView>('/notifications/push/device', aSubscription()))
  return devices[0]!.id
}
export const sent = ({ owner, admin }: World) =>
  body(owner.post<MessageView>('/messages', { receiverId: admin.id, content: fresh('Psst') }))
/** A group of the owner's, whose other member is the admin. */
export async function group({ owner, admin }: World): Promise<ConversationView> {
  await admin.post(`/users/${owner.id}/follow`)
  return body(
    owner.post<ConversationView>('/messages/groups', { name: fresh('Meeting'), memberIds: [admin.id] }),
  )
}
/** Nobody may have many uploads that nothing shows. */
async function dropUploads({ owner }: World): Promise<void> {
  for (const { id } of await body(owner.get<UploadView[]>('/media/uploads')))
    await owner.delete(`/media/${id}`)
}
export const picture = async (world: World, purpose: MediaPurpose = 'post') => {
  const { server, owner } = world
  await dropUploads(world)
  return (await upload(server, owner, await noise(40, 30).jpeg().toBuffer(), { purpose })).body
}
export const announced = async (world: World) => {
  await dropUploads(world)
  return body(
    world.owner.post<UploadView & { uploadURL: string }>('/media/upload-url', {
      fileExtension: 'jpg',
      purpose: 'post',
    }),
  )
}
export const article = ({ admin }: World, published: boolean) => {
  const slug = fresh('decree').replace('_', '-')
  return body(admin.post<BlogPostView>('/blog/posts', { title: slug, slug, content: 'Hear ye.', published }))
}
/** Another browser of the owner, to be logged out from the first one. */
export async function sessionOf({ server, owner }: World): Promise<string> {
  await body(visitor(server).post('/auth/login', { email: owner.email, password: PASSWORD }))
  const { current, sessions } = await body(owner.get<SessionListView>('/auth/sessions'))
  return sessions.find(({ id }) => id !== current)!.id
}

export async function report(world: World): Promise<AdminReportView> {
  const { id } = await post(world)
  await body(world.other.post('/reports', { targetType: 'post', targetId: id, reason: 'spam' }))
  const reports = await body(world.admin.get<AdminReportView[]>('/admin/reports'))
  return reports.find(({ targetId }) => targetId === id)!
}

/** A decision about the owner. */
export async function decision(world: World): Promise<CaseView> {
  const { id } = await report(world)
  await body(world.judge.post(`/admin/reports/${id}/actions`, { action: 'warn', note: 'Mind the seat.' }))
  return (await body(world.admin.get<ReportHistoryView>(`/admin/reports/${id}`))).cases[0]!
}

export async function appealed(world: World): Promise<CaseView> {
  const made = await decision(world)
  await body(world.owner.post(`/moderation/cases/${made.id}/appeal`, { text: 'It was the duck.' }))
  return made
}

/** An error in the monitor. */
export async function errorGroup({ admin }: World): Promise<string> {
  await body(admin.post('/ai-monitor/test-error', { errorType: 'validation' }))
  return eventually(async () => {
    const { recentErrors } = await body(admin.get<MonitorStatusView>('/ai-monitor/status'))
    return recentErrors[0]!.id
  })
}

/** The one open alert of a rule. */
export async function openAlert(): Promise<string> {
  const { AlertModel } = await import('#server/features/monitor/alerts/alerts.model.ts')
  const alert = { openedAt: new Date(), value: 900, peak: 900, threshold: 300 }
  const { _id } = await AlertModel.findOneAndUpdate(
    { rule: 'queue', open: true },
    { $setOnInsert: alert },
    {
      upsert: true,
      returnDocument: 'after',
    },
  ).lean()
  return _id.toHexString()
}

/** A dead job of an unknown kind, so that a retry has no effect. */
export async function deadJob(): Promise<string> {
  const { JobModel } = await import('#server/platform/jobs/jobs.model.ts')
  const now = new Date()
  const [job] = await JobModel.insertMany([
    {
      kind: 'test:matrix',
      payload: {},
      state: 'dead',
      attempts: 5,
      failures: 5,
      createdAt: now,
      diedAt: now,
    },
  ])
  return job!._id.toHexString()
}

/**
 * An entry of the review queue. The spam protection is switched off again: the other tests write a lot.
 */
export async function held({ owner, admin }: World): Promise<string> {
  await body(admin.post('/admin/anti-asshole/enable'))
  const links = [1, 2, 3].map(() => `https://cheap.example/${fresh('offer')}`)
  await owner.post('/posts', { text: `Have a look at these: ${links.join(' ')}` })
  await body(admin.post('/admin/anti-asshole/disable'))
  return (await body(admin.get<HeldWritingView[]>('/admin/held')))[0]!.id
}

/** A new person, for calls that end an account or its sessions. */
export const newcomer = ({ server }: World): Promise<Person> => person(server, fresh('newcomer'))

export async function figuresKey({ admin }: World): Promise<FiguresKeyView> {
  const made = await body(
    admin.post<NewFiguresKeyView>('/analytics/keys', { kind: 'token', name: 'Dashboard' }),
  )
  return made.key
}

export const aFunnel = {
  name: 'To the feed',
  steps: [
    { kind: 'page', path: '/' },
    { kind: 'page', path: '/feed' },
  ],
}

/** A new funnel in place of an earlier one: there are few at the same time. */
export async function funnel({ admin }: World): Promise<FunnelView> {
  const { funnels } = await body(admin.get<FunnelsView>('/analytics/funnels'))
  for (const { id } of funnels) await admin.delete(`/analytics/funnels/${id}`)
  return body(admin.post<FunnelView>('/analytics/funnels', aFunnel))
}

/** The secret of a shared link. */
export async function sharedFigures({ admin }: World): Promise<string> {
  const link = { kind: 'link', name: 'For the board', days: 1, query: { range: 'today' } }
  return (await body(admin.post<NewFiguresKeyView>('/analytics/keys', link))).secret
}

export async function invitation({ admin }: World): Promise<string> {
  const made = await body(admin.post<NewInvitationView>('/admin/invitations', { maxUses: 1, days: 1 }))
  return made.invitation.id
}
