import { onTestFinished, expect } from 'vitest'
import type { CaseView, ReportReceipt } from '#contract/moderation.ts'
import type { PostView } from '#contract/posts.ts'
import { person, type Person } from './http-client.ts'

/** Who hides, and another admin who decides about appeals. */
export interface Staff {
  server: { url: string }
  king: Person
}

/** Hides a post of Ann's, and returns what shows it again. */
type Hide = (post: PostView, ann: Person, staff: Staff) => Promise<() => Promise<unknown>>

/** Removes something of a person by moderators, after the report of somebody who sees it. Returns what gives it back after their appeal. */
export const removeByStaff = async (
  { king, server }: Staff,
  targetType: string,
  targetId: string,
  owner: Person,
  reporter = king,
): Promise<() => Promise<void>> => {
  const report = await reporter.post<ReportReceipt>('/reports', {
    targetType,
    targetId,
    reason: 'harassment',
  })
  const decided = await king.post<CaseView>(`/admin/reports/${report.body.id}/actions`, { action: 'remove' })
  expect(decided.status).toBeLessThan(300)
  return async () => {
    await owner.post(`/moderation/cases/${decided.body.id}/appeal`, { text: 'I was not.' })
    const queen = await person(server, 'queen_of_hidden')
    await (await import('#server/features/people/users/admin-people.service.ts')).setAdmin(queen.id, true)
    const reversed = await queen.patch(`/admin/appeals/${decided.body.id}`, { status: 'reversed' })
    expect(reversed.status).toBe(200)
  }
}
const inCrowdControlMode: Hide = async ({ id }, ann) => {
  await ann.put(`/posts/${id}/plunger`, { hours: 24 })
  expect((await ann.put(`/posts/${id}/hidden`, { hidden: true })).status).toBe(200)
  return () => ann.put(`/posts/${id}/hidden`, { hidden: false })
}
const deletedForNow: Hide = async ({ id }, ann) => {
  const { setUndoTime } = await import('#server/shared/undo-time.ts')
  setUndoTime(600_000)
  onTestFinished(() => setUndoTime())
  expect((await ann.delete(`/posts/${id}`)).status).toBe(204)
  return () => ann.post(`/posts/${id}/restore`)
}
const removedByModerators: Hide = ({ id }, ann, staff) => removeByStaff(staff, 'post', id, ann)

/** Every way in which a post can be hidden and come back. */
export const HIDINGS = [
  ['in Plunger Mode', inCrowdControlMode],
  ['that was deleted and can be brought back', deletedForNow],
  ['that moderators have removed', removedByModerators],
] as const
