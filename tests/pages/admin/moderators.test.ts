import { within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'
import { newAdmin } from '#tests/pages/support/admins.ts'
import { createPost } from '#tests/pages/support/calls.ts'
import { fill, findRow, navigationLink, saidOnce, toastWith } from '#tests/pages/support/elements.ts'
import { clickButton, findField } from '#tests/pages/support/forms.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'
import { newPerson, type PagePerson } from '#tests/pages/support/people.ts'

let queen: PagePerson
let knight: PagePerson
beforeEach(async () => {
  ;[queen, knight] = await Promise.all([newAdmin('Queen'), newPerson('Knight')])
})

const isModerator = async () => (await knight.get('/admin/pending')).status === 200
const dashboardLinks = () =>
  [...document.querySelectorAll('nav[aria-label=Main] a')].filter(({ textContent }) =>
    textContent.startsWith('Dashboard'),
  )

it('an admin makes a moderator, and ends it', async () => {
  const { user } = await openPage('/admin', queen)
  await fill(user, await findField('Search by handle, display name or email'), knight.handle)
  await clickButton(user, `Make @${knight.handle} a moderator`)
  await clickButton(user, 'Make a moderator')
  await saidOnce(user, 'Moderator made')
  await findRow(knight.handle, 'Moderator')
  expect(await isModerator()).toBe(true)
  await clickButton(user, `Remove @${knight.handle} as moderator`)
  await toastWith('Moderator no longer')
  expect(await isModerator()).toBe(false)
})

it('a new moderator has the dashboard at once, decides a report, and loses it all at once', async () => {
  const [ann, bob] = await Promise.all([newPerson('Ann'), newPerson('Bob')])
  const words = `Rude words of ${bob.handle}`
  const { id } = await createPost(bob, words)
  await ann.post('/reports', { targetType: 'post', targetId: id, reason: 'harassment' })
  const appoint = (is: boolean) => queen.patch(`/admin/users/${knight.id}/moderator`, { isModerator: is })
  const { user, address } = await openPage('/settings', knight)
  await navigationLink('Profile')
  expect(dashboardLinks()).toEqual([])
  await appoint(true)
  await user.click(await navigationLink('Dashboard', /\d+\+? waiting reports?/))

  await screen.findByRole('heading', { name: 'Moderation' })
  const tabs = within(await screen.findByRole('navigation', { name: 'Admin' })).getAllByRole('link')
  expect(tabs.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Posts/),
    expect.stringMatching(/^Reports/),
    expect.stringMatching(/^Review queue/),
  ])
  const row = await findRow(words)
  await user.click(within(row).getByRole('button', { name: /^Resolve/ }))
  await toastWith('Report updated')
  await findRow(words, 'resolved')
  await user.click(screen.getByRole('link', { name: 'Posts' }))
  await eventually(() => expect(screen.queryByRole('region', { name: 'Reports' })).toBeNull())
  await findRow(words)
  expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull()

  await appoint(false)
  await eventually(() => expect(address()).toBe('/'))
  await eventually(() => expect(dashboardLinks()).toEqual([]))
})
