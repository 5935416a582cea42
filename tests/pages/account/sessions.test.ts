import { within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import type { SessionListView } from '#contract/account.settings.ts'
import { eventually } from '#tests/support/eventually.ts'
import { PASSWORD, visitor, type Caller, type Person } from '#tests/support/http-client.ts'
import { createPost, react } from '#tests/pages/support/calls.ts'
import { fill, gone, toastWith } from '#tests/pages/support/elements.ts'
import { clickButton, descriptionOf, field, findField } from '#tests/pages/support/forms.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'
import { newPerson } from '#tests/pages/support/people.ts'
import { site } from '#tests/pages/support/site.ts'

const NEW_PASSWORD = 'a-second-throne-entirely'
const CHROME_ON_LINUX = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36'

/** The same person on another computer. */
async function elsewhere({ email }: Person): Promise<Caller> {
  const caller = visitor(await site())
  await caller.post('/auth/login', { email, password: PASSWORD }, { 'user-agent': CHROME_ON_LINUX })
  return caller
}
const statusOf = async (who: Caller) => (await who.get('/auth/me')).status
const changePassword = (who: Caller) =>
  who.put('/auth/password', { currentPassword: PASSWORD, password: NEW_PASSWORD })

/** The card of the sessions. */
const findSessions = async () => {
  const title = await screen.findByRole('heading', { name: 'Where you are signed in' })
  return within(title.closest('section')!)
}
const hasSessions = (count: number) =>
  eventually(async () => expect((await findSessions()).getAllByRole('listitem')).toHaveLength(count))

it('a log-in elsewhere appears in the session list at once and can be ended; a new password ends all others', async () => {
  const ann = await newPerson('Ann')
  const { user } = await openPage('/settings?section=security', ann)
  await (await findSessions()).findByText('This one')
  await hasSessions(1)
  const second = await elsewhere(ann)
  await hasSessions(2)
  const list = await findSessions()
  list.getByText('Chrome on Linux')
  await user.click(list.getByRole('button', { name: /^Log out there/ }))
  await toastWith('Logged out there')
  await hasSessions(1)
  expect(await statusOf(second)).toBe(401)

  const third = await elsewhere(ann)
  await hasSessions(2)
  await clickButton(user, 'Change password')
  await fill(user, await findField('Current password'), 'not-the-password')
  await fill(user, field('New password'), NEW_PASSWORD)
  await fill(user, field('Confirm password'), 'something-else')
  await clickButton(user, 'Change password')
  await eventually(() => expect(descriptionOf(field('Confirm password'))).toContain('Passwords do not match'))
  await fill(user, field('Confirm password'), NEW_PASSWORD)
  await clickButton(user, 'Change password')
  await eventually(() =>
    expect(descriptionOf(field('Current password'))).toBe('That is not your current password.'),
  )
  await fill(user, field('Current password'), PASSWORD)
  await clickButton(user, 'Change password')
  await toastWith('Password changed')
  await hasSessions(1)
  ;(await findSessions()).getByText('This one')
  expect(await statusOf(third)).toBe(401)
})

it('a page whose session is ended elsewhere leads to the landing page', async () => {
  const ann = await newPerson('Ann')
  const there = await elsewhere(ann)
  const page = await openPage('/notifications', there)
  await screen.findByText('No notifications yet')
  const { sessions, current } = (await ann.get<SessionListView>('/auth/sessions')).body
  const other = sessions.find(({ id }) => id !== current)!
  await ann.delete(`/auth/sessions/${other.id}`)
  await toastWith('You have left the palace')
  await eventually(() => expect(page.address()).toBe('/'))
})

it('a new password closes pages of other sessions, and not those of the same browser', async () => {
  const [ann, bob] = await Promise.all([newPerson('Ann'), newPerson('Bob')])
  const page = await openPage('/messages', await elsewhere(ann))
  await screen.findByRole('heading', { level: 1, name: 'Messages' })
  expect((await changePassword(ann)).status).toBe(204)
  await toastWith('Your password was changed')
  await eventually(() => expect(page.address()).toBe('/login?next=%2Fmessages'))

  const dan = await newPerson('Dan')
  const own = await openPage('/notifications', dan)
  await screen.findByText('No notifications yet')
  expect((await changePassword(dan)).status).toBe(204)
  // The tabs of a browser share the new cookie.
  own.network.signIn(dan)
  // Its socket still receives pushes.
  const post = await createPost(dan, 'Still on the throne')
  await react(bob, post.id, '💩')
  await screen.findByText(/^Bob reacted/)
  await gone(() => screen.queryByText('Your password was changed'))
})
