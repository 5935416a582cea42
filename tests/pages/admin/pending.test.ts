import { expect, it } from 'vitest'
import type { AdminReportView, PendingView } from '#contract/moderation.ts'
import { eventually } from '#tests/support/eventually.ts'
import { newAdmin } from '#tests/pages/support/admins.ts'
import { createPost } from '#tests/pages/support/calls.ts'
import { navigationLink } from '#tests/pages/support/elements.ts'
import { openPage } from '#tests/pages/support/open-page.ts'
import { newPerson } from '#tests/pages/support/people.ts'

it("a report raises the count beside 'Dashboard' on another admin's page, and its end lowers it", async () => {
  const [king, queen, ann] = await Promise.all([newAdmin('King'), newAdmin('Queen'), newPerson('Ann')])
  const reports = async () => (await queen.get<PendingView>('/admin/pending')).body.reports
  const before = await reports()
  /** The number beside 'Dashboard'; 0 without a badge. */
  const shows = (count: number) =>
    eventually(async () =>
      expect(Number(/\d+/.exec((await navigationLink('Dashboard')).textContent)?.[0] ?? 0)).toBe(count),
    )
  await openPage('/settings', queen)
  await shows(before)
  const { id } = await createPost(ann, `Rude words of ${ann.handle}`)
  await queen.post('/reports', { targetType: 'post', targetId: id, reason: 'harassment' })
  await shows(before + 1)
  expect(await reports()).toBe(before + 1)

  const [report] = (await king.get<AdminReportView[]>('/admin/reports')).body
  await king.patch(`/admin/reports/${report!.id}`, { status: 'resolved' })
  await shows(before)

  await openPage('/settings', ann)
  const main = (await navigationLink('Profile')).closest('nav')!
  expect(main.textContent).not.toContain('Dashboard')
})
