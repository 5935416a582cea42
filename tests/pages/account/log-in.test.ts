import { expect, it } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'
import { fill, toastWith } from '#tests/pages/support/elements.ts'
import { clickButton, descriptionOf, field, findField, logIn } from '#tests/pages/support/forms.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'
import { newPerson } from '#tests/pages/support/people.ts'

it('somebody logs in and sees home; a wrong password is refused', async () => {
  const bob = await newPerson('Bob')
  const { user, address } = await openPage('/login')
  await clickButton(user, 'Log in')
  await toastWith('Please fill in all fields')
  expect(document.activeElement).toBe(field('Email'))
  expect(descriptionOf(field('Email'))).toBe('Please fill in all fields')
  expect(descriptionOf(field('Password'))).toBe('This field is empty.')
  await logIn(user, bob, 'not-the-password')
  expect((await toastWith('Login failed')).textContent).toContain('Invalid email or password')
  const alert = screen
    .getAllByRole('alert')
    .find(({ textContent }) => textContent.includes('Login failed. Please try again.'))
  expect(alert?.textContent).toContain('Invalid email or password')
  await eventually(() => expect(document.activeElement).toBe(field('Password')))
  await fill(user, field('Password'), 'one-for-the-throne')
  await user.keyboard('{Enter}')
  await toastWith('Welcome back!')
  await eventually(() => expect(address()).toBe('/'))
  await screen.findByRole('link', { name: 'For you' })
})

it('a page that requires an account opens after the log-in, and never another site', async () => {
  const bob = await newPerson('Bob')
  const { user, network, goto, address } = await openPage('/messages')
  for (const path of [
    '/messages',
    '/notifications',
    '/settings',
    '/compose',
    '/activity',
    '/privacy-settings',
    '/profile',
  ]) {
    await goto(path)
    await eventually(() => expect(address()).toBe(`/login?next=${encodeURIComponent(path)}`))
  }
  await goto('/profile?tab=settings')
  await logIn(user, bob)
  await eventually(() => expect(address()).toBe('/profile?tab=settings'))
  network.clearCookies()
  await goto('/login?next=https://evil.example/')
  await logIn(user, bob)
  await eventually(() => expect(address()).toBe('/'))
})

it('Google sign-in without credentials leads back with a clear message', async () => {
  const { address } = await openPage('/login?error=google')
  await toastWith('Google sign-in is not available here.')
  await eventually(() => expect(address()).toBe('/login'))
})

it('Log Out leads to the landing page, from the settings and from the profile', async () => {
  const bob = await newPerson('Bob')
  const { user, network, goto, address } = await openPage('/settings', bob)
  const leave = async () => {
    await clickButton(user, 'Log Out')
    await eventually(() => expect(address()).toBe('/'))
    await screen.findAllByRole('link', { name: 'Get Started' })
  }
  await leave()
  expect((await bob.get('/auth/me')).status).toBe(401)
  network.clearCookies()
  await goto('/login?next=/profile?tab=settings')
  await logIn(user, bob)
  await screen.findByText(bob.email)
  await leave()
})

it('the profile is saved in the settings, the account is shown, and Back leads back', async () => {
  const ann = await newPerson('Ann')
  const { user, goto, address } = await openPage('/', ann)
  await goto('/settings')
  expect((await findField('Handle')).value).toBe(ann.handle)
  expect(field('Handle').readOnly).toBe(true)
  await screen.findByText(ann.email)
  await screen.findByText('Account created')
  await fill(user, field('Display name'), '')
  await clickButton(user, 'Save Changes')
  await screen.findByText('Display name is required')
  await fill(user, field('Display name'), 'Ann the Second')
  await fill(user, field('Bio'), 'Reigns twice.')
  await screen.findByText('13/160')
  await clickButton(user, 'Save Changes')
  await toastWith('Profile updated')
  await clickButton(user, 'Back')
  await eventually(() => expect(address()).toBe('/'))
  await goto('/profile')
  await screen.findByRole('heading', { name: 'Ann the Second' })
})
