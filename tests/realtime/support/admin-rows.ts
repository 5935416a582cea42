import { PAGE } from '#contract/limits.ts'
import type {
  AdminPersonItem,
  AdminPersonView,
  AdminStatsView,
  AuditEntryView,
  HouseView,
} from '#contract/admin.ts'
import type { ServerToClientEvents, WatchInput } from '#contract/events.ts'
import type {
  AdminReportView,
  CaseView,
  OwnCaseView,
  OwnReportView,
  PendingView,
} from '#contract/moderation.ts'
import type { ProfileView } from '#contract/people.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import type { TestServer } from '#tests/support/server.ts'
import { replaced, untimed, without } from './comparable.ts'
import { crown, follow, post, relationWith, report } from './scenes.ts'

export type Name = keyof ServerToClientEvents
export type Payload<N extends Name> = Parameters<ServerToClientEvents[N]>[0]

/** The page's state before, the cause, and the state from the push alone. */
export interface Scene<N extends Name> {
  /** On the screen of ann's page. */
  watch?: WatchInput
  /** The state by REST, without the parts that only the viewer's own requests have. */
  fetch(): Promise<unknown>
  cause(): Promise<unknown>
  /** Selects the push, when several of this name may come. */
  fits?(payload: Payload<N>): boolean
  apply(old: never, payload: Payload<N>): unknown
}
export type Rows = { [N in Name]: () => Promise<Scene<N>> }

/** Who and what a row of this moment uses. Ann's page is compared; Bob causes the events. */
interface Cast {
  server: TestServer
  round: number
  ann: Person
  bob: Person
  /** Ann's answer. */
  get<T>(path: string): Promise<T>
}

const people = async (get: Cast['get']) =>
  (await get<AdminPersonItem[]>('/admin/users')).map(
    ({ cursor: _, lastSeenAt: __, ...view }): AdminPersonView => view,
  )

type PeopleName = 'admin:stats' | 'person:updated' | 'person:deleted' | 'recount:updated'
type TrackedName = 'own-report:updated' | 'own-report:deleted' | 'own-case:updated'
type AppealName = 'case:updated' | 'case:deleted'
type DecisionName = 'report:updated' | 'report:deleted' | 'pending:updated' | 'audit:added'

/** The dashboard's figures and people. */
export const peopleRows = (cast: () => Cast): Pick<Rows, PeopleName> => ({
  'admin:stats': async () => {
    const { server, round, ann, get } = cast()
    await crown(ann)
    const fetch = async () => untimed(await get<AdminStatsView>('/admin/stats'))
    const { totalUsers } = await fetch()
    return {
      watch: { topic: 'admin' },
      fetch,
      cause: () => person(server, `cleo_${round}`),
      fits: ({ stats }) => stats.totalUsers > totalUsers,
      apply: (_, { stats }) => untimed(stats),
    }
  },
  'person:updated': async () => {
    const { ann, bob, get } = cast()
    await crown(ann)
    return {
      watch: { topic: 'admin' },
      fetch: () => people(get),
      cause: () => bob.patch('/users/me', { displayName: 'Bob the Plumber' }),
      fits: (event) => event.person.displayName === 'Bob the Plumber',
      apply: (old: AdminPersonView[], event) => replaced(old, event.person),
    }
  },
  'person:deleted': async () => {
    const { server, round, ann, get } = cast()
    await crown(ann)
    const cleo = await person(server, `cleo_${round}`)
    const fetch = async () => (await people(get)).filter(({ handle }) => handle.endsWith(`_${round}`))
    return {
      watch: { topic: 'admin' },
      fetch,
      cause: () => ann.delete(`/admin/users/${cleo.id}`),
      apply: (old: AdminPersonView[], tombstone) => without(old, tombstone),
    }
  },
  'recount:updated': async () => {
    const { ann, get } = cast()
    await crown(ann)
    return {
      watch: { topic: 'admin' },
      fetch: () => get<HouseView>('/admin/house'),
      cause: () => ann.post('/admin/google-refresh'),
      fits: ({ report }) => report?.finishedAt != null,
      apply: (old: HouseView, { report }) => ({ ...old, sync: report }),
    }
  },
})

/** Decisions that somebody has appealed against. */
export const appealRows = (cast: () => Cast): Pick<Rows, AppealName> => ({
  'case:updated': async () => {
    const { server, round, ann, bob, get } = cast()
    await crown(ann)
    const subject = await post(bob, 'Rude')
    const cleo = await person(server, `cleo_${round}`)
    const { id } = await report(cleo, subject)
    const decided = (await ann.post<CaseView>(`/admin/reports/${id}/actions`, { action: 'warn' })).body
    return {
      watch: { topic: 'admin' },
      fetch: async () => (await get<CaseView[]>('/admin/appeals')).filter((one) => one.id === decided.id),
      cause: () => bob.post(`/moderation/cases/${decided.id}/appeal`, { text: 'I was not.' }),
      apply: (old: CaseView[], event) => [event.case, ...old],
    }
  },
  'case:deleted': async () => {
    const { ann, bob, get } = cast()
    await crown(ann)
    const cleo = await stranger(cast())
    const { id } = await report(bob, await post(cleo, 'Rude'))
    const decided = (await ann.post<CaseView>(`/admin/reports/${id}/actions`, { action: 'warn' })).body
    await cleo.post(`/moderation/cases/${decided.id}/appeal`, { text: 'I was not.' })
    return {
      watch: { topic: 'admin' },
      fetch: async () => (await get<CaseView[]>('/admin/appeals')).filter((one) => one.id === decided.id),
      cause: () => cleo.delete('/user/delete-account'),
      apply: (old: CaseView[], tombstone) => without(old, tombstone),
    }
  },
})

/** What admins decide and do. */
export const decisionRows = (cast: () => Cast): Pick<Rows, DecisionName> => ({
  'report:updated': async () => {
    const { ann, bob, get } = cast()
    await crown(ann)
    const subject = await post(ann, 'Rude')
    return {
      watch: { topic: 'admin' },
      fetch: async () =>
        (await get<AdminReportView[]>('/admin/reports')).filter(({ targetId }) => targetId === subject.id),
      cause: () => report(bob, subject),
      apply: (old: AdminReportView[], { report }) => [report, ...old],
    }
  },
  'report:deleted': async () => {
    const { ann, bob, get } = cast()
    await crown(ann)
    const cleo = await stranger(cast())
    const { id } = await report(bob, await post(cleo, 'Rude'))
    return {
      watch: { topic: 'admin' },
      fetch: async () => (await get<AdminReportView[]>('/admin/reports')).filter((one) => one.id === id),
      cause: () => cleo.delete('/user/delete-account'),
      apply: (old: AdminReportView[], tombstone) => without(old, tombstone),
    }
  },
  'pending:updated': async () => {
    const { ann, bob, get } = cast()
    await crown(ann)
    const fetch = async () => untimed(await get<PendingView>('/admin/pending'))
    const [subject, { reports }] = [await post(ann, 'Reported'), await fetch()]
    const cause = () => report(bob, subject)
    const apply = (_: never, { pending }: Payload<'pending:updated'>) => untimed(pending)
    // The first push comes with the subscription.
    return { watch: { topic: 'pending' }, fetch, cause, fits: (e) => e.pending.reports > reports, apply }
  },
  'audit:added': async () => {
    const { ann, bob, get } = cast()
    await crown(ann)
    await ann.patch(`/admin/users/${bob.id}/admin`, { isAdmin: true })
    return {
      watch: { topic: 'admin' },
      fetch: () => get<AuditEntryView[]>('/admin/audit'),
      cause: () => ann.patch(`/admin/users/${bob.id}/admin`, { isAdmin: false }),
      // Not the entry of the promotion.
      fits: ({ entry }) => entry.action === 'user.demote',
      apply: (old: AuditEntryView[], { entry }) => [entry, ...old].slice(0, PAGE.rows),
    }
  },
})

/** What people see of their own reports, and of the decisions about them. */
export const trackedRows = (cast: () => Cast): Pick<Rows, TrackedName> => ({
  'own-report:updated': async () => {
    const { ann, bob, get } = cast()
    await crown(bob)
    const { id } = await report(ann, await post(await stranger(cast()), 'Rude'))
    return {
      fetch: () => get<OwnReportView[]>('/users/me/reports'),
      cause: () => bob.get(`/admin/reports/${id}`),
      apply: (old: OwnReportView[], event) => replaced(old, event.report),
    }
  },
  'own-report:deleted': async () => {
    const { ann, get } = cast()
    const cleo = await stranger(cast())
    await report(ann, await post(cleo, 'Rude'))
    return {
      fetch: () => get<OwnReportView[]>('/users/me/reports'),
      cause: () => cleo.delete('/user/delete-account'),
      apply: (old: OwnReportView[], tombstone) => without(old, tombstone),
    }
  },
  'own-case:updated': async () => {
    const { ann, bob, get } = cast()
    await crown(bob)
    const { id } = await report(await stranger(cast()), await post(ann, 'Rude'))
    return {
      fetch: () => get<OwnCaseView[]>('/users/me/decisions'),
      cause: () => bob.post(`/admin/reports/${id}/actions`, { action: 'warn' }),
      apply: (old: OwnCaseView[], event) => [event.case, ...old],
    }
  },
})

const stranger = ({ server, round }: Cast): Promise<Person> => person(server, `dan_${round}`)

/** A follow of the viewer's, and one of the viewer. */
export const relationRows = (cast: () => Cast): Pick<Rows, 'relation:updated' | 'follower:updated'> => ({
  'relation:updated': async () => {
    const { ann, bob } = cast()
    return {
      fetch: () => relationWith(ann, bob),
      cause: () => follow(ann, bob),
      apply: (_, { muted, blocked, follows }) => ({ muted, blocked, follows }),
    }
  },
  'follower:updated': async () => {
    const { ann, bob, get } = cast()
    return {
      fetch: async () => (await get<ProfileView>(`/users/${bob.handle}`)).viewer.followsYou,
      cause: () => follow(bob, ann),
      apply: (_, { personId }) => personId === bob.id,
    }
  },
})
