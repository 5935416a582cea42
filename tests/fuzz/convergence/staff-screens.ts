import { auditRows, fetchAudit } from '#client/features/admin/data/audit-rows.ts'
import { fetchAdminPeople, peopleRows } from '#client/features/admin/data/people-rows.ts'
import { fetchAdminPosts, postRows, usePushedPosts } from '#client/features/admin/data/posts-rows.ts'
import { caseRows, fetchAppeals, fetchReports, reportRows } from '#client/features/admin/data/reports-rows.ts'
import {
  fetchOwnCases,
  fetchOwnReports,
  ownCaseRows,
  ownReportRows,
} from '#client/features/moderation/data/tracker.store.ts'
import { PAGE } from '#contract/limits.ts'
import type { CaseView } from '#contract/moderation.ts'
import type { NextPage } from '#client/live/list/use-list.ts'
import { useRows } from '#client/live/use-rows.ts'
import { useWatchPosts, useWatchTopic } from '#client/live/watch.ts'
import { useMore, type Screen } from './screen.ts'

/** The viewer's reports. */
export const OwnReports: Screen = ({ show }) => {
  const own = useRows(ownReportRows, { key: ['own reports'], fetch: fetchOwnReports, cursorOf: idOf })
  show('own reports', useFirst(own))
  return null
}
/** The decisions about the viewer. */
export const OwnCases: Screen = ({ show }) => {
  const own = useRows(ownCaseRows, { key: ['own decisions'], fetch: fetchOwnCases, cursorOf: idOf })
  show('own decisions', useFirst(own))
  return null
}

/** The first page of a list, as it is now. */
function useFirst<T>({
  list,
  loading,
  failed,
  next,
}: {
  list: readonly T[]
  loading: boolean
  failed: boolean
  next: NextPage
}): T[] | false {
  const isShort = useMore(next, list.length < PAGE.rows)
  return !loading && !failed && !isShort && list.slice(0, PAGE.rows)
}

const idOf = ({ id }: { id: string }) => id
const appealedAt = ({ appeal, createdAt }: CaseView) => appeal?.at ?? createdAt
const waits = ({ appeal }: CaseView) => appeal?.status === 'pending'
const writtenAt = ({ createdAt }: { createdAt: string }) => createdAt

/** The dashboard's lists. */
export const Admin: Screen = ({ show }) => {
  useWatchTopic('admin')
  useWatchTopic('feed')
  usePushedPosts()
  const people = useRows(peopleRows, {
    key: ['users', ''],
    fetch: (cursor, signal) => fetchAdminPeople('', cursor, signal),
    cursorOf: ({ cursor }) => cursor,
  })
  const posts = useRows(postRows, {
    key: ['posts', ''],
    fetch: (cursor, signal) => fetchAdminPosts('', cursor, signal),
    cursorOf: writtenAt,
    placeOf: writtenAt,
  })
  const reports = useRows(reportRows, {
    key: ['reports', 'all'],
    fetch: (cursor, signal) => fetchReports(undefined, cursor, signal),
    cursorOf: writtenAt,
    placeOf: writtenAt,
  })
  const appeals = useRows(caseRows, {
    key: ['appeals'],
    fetch: fetchAppeals,
    cursorOf: appealedAt,
    placeOf: appealedAt,
    fits: waits,
  })
  const audit = useRows(auditRows, {
    key: ['audit', ''],
    fetch: (cursor, signal) => fetchAudit({}, cursor, signal),
    cursorOf: idOf,
  })
  useWatchPosts(posts.list.slice(0, PAGE.rows).map(idOf))
  const firstPeople = useFirst(people)
  // When somebody was last seen has no rev, and no push; counts that the row does not show raise its rev.
  show('admin people', firstPeople && firstPeople.map(withoutPlace))
  show('admin posts', useFirst(posts))
  show('admin reports', useFirst(reports))
  show('appeals', useFirst(appeals))
  show('audit', useFirst(audit))
  return null
}
const withoutPlace = ({ cursor: _, lastSeenAt: __, rev: ___, ...row }: Record<string, unknown>) => row
