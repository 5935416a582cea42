import { within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import type { OwnReportView } from '#contract/moderation.ts'
import { newAdmin } from '#tests/pages/support/admins.ts'
import { createPost } from '#tests/pages/support/calls.ts'
import { fill, toastWith } from '#tests/pages/support/elements.ts'
import { newPerson } from '#tests/pages/support/people.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'
import { eventually } from '#tests/support/eventually.ts'

const textsOf = (list: HTMLElement) =>
  within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const findStages = (region: HTMLElement, name: string) => within(region).findByRole('list', { name })

it('[L38] the Pipe Tracker shows the stages of a report to its reporter, and of an appeal to the person concerned', async () => {
  const [ann, bob, guard] = await Promise.all([newPerson('Ann'), newPerson('Bob'), newAdmin('Guard')])
  const post = await createPost(ann, 'Buy my leaking plungers')
  const { user } = await openPage(`/p/${post.id}`, bob)
  await user.click(await screen.findByRole('button', { name: 'Post options' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Report' }))
  const dialog = await screen.findByRole('dialog', { name: 'Report this post' })
  await user.click(within(dialog).getByRole('radio', { name: /^Spam/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Send report' }))
  const toast = await toastWith('Report sent')
  await user.click(await within(toast).findByRole('link', { name: 'Follow it' }))
  const reports = await screen.findByRole('region', { name: 'Your reports' })
  await within(reports).findByText(/You reported a post for spam\./)
  const stages = await findStages(reports, 'Stages of this report')
  expect(textsOf(stages)).toEqual([
    expect.stringMatching(/^Received/),
    'Readwithin 24 hours',
    expect.stringMatching(/^Decided/),
  ])

  const [report] = (await bob.get<OwnReportView[]>('/users/me/reports')).body
  expect((await guard.get(`/admin/reports/${report!.id}`)).status).toBe(200)
  await eventually(() => expect(textsOf(stages)[1]).toMatch(/^Readnow/))
  const warned = await guard.post(`/admin/reports/${report!.id}/actions`, { action: 'warn' })
  expect(warned.status).toBeLessThan(300)
  await within(reports).findByText(/Your report of a post was right: the person has been warned\./)
  await eventually(() => expect(textsOf(stages)[2]).toMatch(/^Resolvednow/))
})

it('[L38] a decision comes live to the Pipe Tracker of the person concerned, who appeals from there', async () => {
  const [ann, bob, guard] = await Promise.all([newPerson('Ann'), newPerson('Bob'), newAdmin('Guard')])
  const post = await createPost(ann, 'Buy my leaking plungers')
  await bob.post('/reports', { targetType: 'post', targetId: post.id, reason: 'spam' })
  const [report] = (await bob.get<OwnReportView[]>('/users/me/reports')).body
  const { user } = await openPage('/pipe-tracker', ann)
  await screen.findByRole('heading', { name: 'The pipes are clear' })
  await guard.post(`/admin/reports/${report!.id}/actions`, { action: 'warn' })

  const decisions = await screen.findByRole('region', { name: 'Decisions about you' })
  await within(decisions).findByText(/You have been warned about your post: spam\./)
  await user.click(within(decisions).getByRole('link', { name: 'Appeal' }))
  const words = await screen.findByRole('textbox', { name: 'Why were we wrong?' })
  await fill(user, words, 'They were fine plungers.')
  await user.click(screen.getByRole('button', { name: 'Send appeal' }))
  await toastWith('Appeal sent')
  history.back()
  const shown = await screen.findByRole('region', { name: 'Decisions about you' })
  const appeal = await findStages(shown, 'Stages of your appeal')
  await eventually(() => expect(textsOf(appeal)[1]).toMatch(/^Appealednow/))
})
