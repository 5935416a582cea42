import { within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import type { AdminReportView, ModerateInput } from '#contract/moderation.ts'
import { eventually } from '#tests/support/eventually.ts'
import { newAdmin } from '#tests/pages/support/admins.ts'
import { fill, findRow, saidOnce, toastWith } from '#tests/pages/support/elements.ts'
import { clickButton } from '#tests/pages/support/forms.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'
import { newPerson } from '#tests/pages/support/people.ts'

it('a suspended person can read but not write; a banned person is logged out at once', async () => {
  const [king, ann, bob] = await Promise.all([newAdmin('King'), newPerson('Ann'), newPerson('Bob')])
  const details = `About ${bob.handle}`
  await ann.post('/reports', { targetType: 'user', targetId: bob.id, reason: 'harassment', details })
  const { body } = await king.get<AdminReportView[]>('/admin/reports')
  const report = body.find((one) => one.details === details)!
  const decide = async (decision: ModerateInput) =>
    expect((await king.post(`/admin/reports/${report.id}/actions`, decision)).status).toBe(201)
  const { user, address } = await openPage('/compose', bob)
  await decide({ action: 'suspend', days: 7 })
  await fill(user, await screen.findByRole('textbox', { name: 'What have you been brewing?' }), 'Still here')
  await clickButton(user, /Flush it/)
  const toast = await toastWith('You are suspended until')
  expect(toast.textContent).toMatch(
    /You are suspended until .* UTC\. Until then you can read, but not write\./,
  )
  await decide({ action: 'ban' })
  await eventually(() => expect(address()).toMatch(/^\/login/))
  await toastWith('This account has been banned')
})

it('an admin decides a report in its dialog, again and again', async () => {
  const [king, ann, bob] = await Promise.all([newAdmin('King'), newPerson('Ann'), newPerson('Bob')])
  await ann.post('/reports', {
    targetType: 'user',
    targetId: bob.id,
    reason: 'harassment',
    details: `About ${bob.handle}`,
  })
  const { user } = await openPage('/admin?tab=reports', king)
  for (const [decision, status] of [
    ['Suspend', 200],
    ['Ban', 401],
  ] as const) {
    const row = await findRow(bob.handle)
    await user.click(within(row).getByRole('button', { name: /^Look at/ }))
    await user.click(await screen.findByRole('radio', { name: new RegExp(`^${decision}`) }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Decide' }))
    await saidOnce(user, 'Report updated')
    expect((await bob.get('/auth/me')).status).toBe(status)
  }
})

it('the token of an appeal is removed from the address at once, and the page can be reloaded', async () => {
  const path = '/appeal/0123456789abcdef01234567'
  const { network, address, reload } = await openPage(`${path}?token=a-made-up-token`)
  const asked = () =>
    network.requests.filter(
      (one) => one.path.includes('/api/moderation/cases/') && one.path.includes('token=a-made-up-token'),
    ).length
  await eventually(() => expect(asked()).toBe(1))
  await eventually(() => expect(address()).toBe(path))
  await reload()
  await eventually(() => expect(asked()).toBe(2))
  await screen.findByRole('heading', { name: 'No such decision' })
})
