import { within } from '@testing-library/dom'
import { expect, it, onTestFinished } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'
import { newAdmin } from '#tests/pages/support/admins.ts'
import { fill, gone, toastWith } from '#tests/pages/support/elements.ts'
import { clickButton, findField } from '#tests/pages/support/forms.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'
import { openSockets } from '#tests/pages/support/page-parts.ts'

const findBanner = async () => within(await screen.findByRole('region', { name: 'Announcement' }))

it('an admin writes the announcement, changes and removes it', async () => {
  const queen = await newAdmin('Queen')
  onTestFinished(async () => void (await queen.delete('/admin/announcement')))
  const { user } = await openPage('/admin?tab=settings', queen)
  for (const text of ['The pipes are flushed on Sunday.', 'The pipes are flushed on Monday.']) {
    await fill(user, await findField('Text on every page'), text)
    await clickButton(user, 'Save Announcement')
    await (await findBanner()).findByText(text)
    await toastWith('Announcement Saved')
  }
  await clickButton(user, 'Remove Announcement')
  await toastWith('Announcement Removed')
  await gone(() => screen.queryByRole('region', { name: 'Announcement' }))
})

it('a visitor sees the announcement appear, change and vanish, can close it, and sees the next text', async () => {
  const queen = await newAdmin('Queen')
  onTestFinished(async () => void (await queen.delete('/admin/announcement')))
  const say = (text: string) => queen.put('/admin/announcement', { text })
  const { user, network } = await openPage('/terms')
  await eventually(() => expect([...openSockets].some(({ connected }) => connected)).toBe(true))
  expect(screen.queryByRole('region', { name: 'Announcement' })).toBeNull()
  await say('The pipes are flushed on Sunday: https://status.example/pipes')
  const banner = await findBanner()
  const link = await banner.findByRole('link')
  expect(link.getAttribute('href')).toBe('https://status.example/pipes')
  expect(link.closest('p')!.textContent).toBe('The pipes are flushed on Sunday: https://status.example/pipes')
  await say('The pipes are flushed on Monday.')
  await banner.findByText('The pipes are flushed on Monday.')
  await clickButton(user, 'Close the announcement')
  await gone(() => screen.queryByRole('region', { name: 'Announcement' }))
  await say('The pipes are flushed on Tuesday.')
  await (await findBanner()).findByText('The pipes are flushed on Tuesday.')
  await queen.delete('/admin/announcement')
  await gone(() => screen.queryByRole('region', { name: 'Announcement' }))
  // Pushed, never asked for.
  await eventually(() =>
    expect(network.requests.filter(({ path }) => path.includes('announcement'))).toEqual([]),
  )
})
