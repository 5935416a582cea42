import { within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'
import { PASSWORD, visitor } from '#tests/support/http-client.ts'
import { nthMail, tokenIn } from '#tests/support/mail.ts'
import { createPost, react } from '#tests/pages/support/calls.ts'
import { fill, gone } from '#tests/pages/support/elements.ts'
import { clickButton, field, findField } from '#tests/pages/support/forms.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'
import { newPerson } from '#tests/pages/support/people.ts'
import { site } from '#tests/pages/support/site.ts'

const tokenTo = async (email: string) => tokenIn(await nthMail((await site()).dataDir, email))

it('another email is confirmed by mail, and open settings show it', async () => {
  const cleo = await newPerson('Cleo')
  const [email, last] = [`${cleo.handle}@new.example`, `${cleo.handle}@last.example`]
  const { user } = await openPage('/settings?section=security', cleo)
  await clickButton(user, 'Change email')
  await fill(user, await findField('New email'), email)
  await fill(user, field('Current password'), PASSWORD)
  await clickButton(user, 'Send confirmation')
  const awaited = await screen.findByText(/We wait until you confirm/)
  expect(awaited.textContent).toBe(`We wait until you confirm ${email}.`)
  await visitor(await site()).post('/auth/email/confirm', { token: await tokenTo(email) })
  await gone(() => screen.queryByText(/We wait until you confirm/))
  await user.click(screen.getByRole('link', { name: 'Account' }))
  await screen.findByText(email)

  await cleo.put('/auth/email', { email: last, currentPassword: PASSWORD })
  const page = await openPage(`/confirm-email?token=${await tokenTo(last)}`)
  await clickButton(page.user, 'Confirm this email')
  const heading = await screen.findByRole('heading', { name: 'Email changed' })
  await eventually(() => expect(document.activeElement).toBe(heading))
})

it('notifications that are switched off are not sent', async () => {
  const [cleo, dan] = await Promise.all([newPerson('Cleo'), newPerson('Dan')])
  const { user, goto, reload } = await openPage('/settings', cleo)
  const sections = await screen.findByRole('navigation', { name: 'Sections' })
  await user.click(within(sections).getByRole('link', { name: 'Notifications' }))
  const findSwitch = (name: string) => screen.findByRole<HTMLInputElement>('switch', { name })
  await user.click(await findSwitch('Reactions'))
  await eventually(async () => expect((await cleo.get('/auth/me')).text).toContain('"quiet":["'))
  await reload()
  expect((await findSwitch('Reactions')).checked).toBe(false)
  expect((await findSwitch('Followers')).checked).toBe(true)
  const post = await createPost(cleo, 'Quiet, please')
  await react(dan, post.id, '💩')
  await goto('/notifications')
  await screen.findByText('No notifications yet')
})
