import { expect, it } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'
import { PASSWORD, visitor } from '#tests/support/http-client.ts'
import { nthMail, tokenIn } from '#tests/support/mail.ts'
import { fill, toastWith, valueOf } from '#tests/pages/support/elements.ts'
import { clickButton, descriptionOf, field, findField, logIn } from '#tests/pages/support/forms.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'
import { newPerson } from '#tests/pages/support/people.ts'
import { site } from '#tests/pages/support/site.ts'

const NEW_PASSWORD = 'a-second-throne-entirely'
const mailTo = async (email: string) => nthMail((await site()).dataDir, email)

it('a forgotten password is replaced by mail, and signs in', async () => {
  const ann = await newPerson('Ann')
  const { user, goto } = await openPage('/login')
  const headed = async (name: string) => {
    const heading = await screen.findByRole('heading', { name })
    await eventually(() => expect(document.activeElement).toBe(heading))
  }
  await user.click(await screen.findByRole('link', { name: 'Forgot password?' }))
  // The log-in, which has a field of that name too, stays until the next page is loaded.
  await screen.findByRole('heading', { name: 'Forgot your password?' })
  await fill(user, field('Email'), ann.email)
  await clickButton(user, 'Send reset link')
  await headed('Check Your Email')
  await screen.findByText(/If an account with that email exists, a password reset link has been sent/)
  expect(screen.getByRole('link', { name: 'Back to Login' }).getAttribute('href')).toBe('/login')

  await goto(`/reset-password?token=${tokenIn(await mailTo(ann.email))}`)
  await fill(user, await findField('New password'), NEW_PASSWORD)
  await fill(user, field('Confirm password'), NEW_PASSWORD)
  await clickButton(user, 'Reset Password')
  await headed('Password Reset Successful')
  expect((await ann.get('/auth/me')).status).toBe(401)
  await user.click(screen.getByRole('link', { name: 'Sign In Now' }))
  await logIn(user, ann, NEW_PASSWORD)
  await toastWith('Welcome back!')
})

it('somebody who was signed in elsewhere until the reset is told, and outside', async () => {
  const ann = await newPerson('Ann')
  const { address } = await openPage('/notifications', ann)
  await screen.findByText('No notifications yet')
  const other = visitor(await site())
  await other.post('/auth/forgot-password', { email: ann.email })
  await other.post('/auth/reset-password', {
    token: tokenIn(await mailTo(ann.email)),
    password: NEW_PASSWORD,
  })
  await toastWith('Your password was changed')
  await eventually(() => expect(address()).toBe('/login?next=%2Fnotifications'))
})

it('somebody who is signed in can reset the password too, and sees that it worked', async () => {
  const bob = await newPerson('Bob')
  const { user, goto } = await openPage('/forgot-password', bob)
  await fill(user, await findField('Email'), bob.email)
  await clickButton(user, 'Send reset link')
  await goto(`/reset-password?token=${tokenIn(await mailTo(bob.email))}`)
  await fill(user, await findField('New password'), NEW_PASSWORD)
  await fill(user, field('Confirm password'), NEW_PASSWORD)
  await clickButton(user, 'Reset Password')
  await screen.findByRole('heading', { name: 'Password Reset Successful' })
  const login = { email: bob.email, password: NEW_PASSWORD }
  expect((await visitor(await site()).post('/auth/login', login)).status).toBeLessThan(300)
})

it('the reset form shows errors at their fields, and can show both passwords', async () => {
  const { user } = await openPage('/reset-password?token=lost')
  const [password, confirm] = [await findField('New password'), field('Confirm password')]
  const send = () => clickButton(user, 'Reset Password')
  await fill(user, password, 'short')
  await fill(user, confirm, 'short')
  await send()
  await screen.findByText('Password must be at least 8 characters long')
  expect(descriptionOf(password)).toBe('Password must be at least 8 characters long')
  await fill(user, password, NEW_PASSWORD)
  await fill(user, confirm, PASSWORD)
  await send()
  await eventually(() => expect(descriptionOf(confirm)).toBe("Passwords don't match"))
  expect(password.type).toBe('password')
  for (const show of screen.getAllByRole('button', { name: 'Show password' })) await user.click(show)
  for (const shown of [password, confirm]) expect(shown.type).toBe('text')
  await fill(user, confirm, NEW_PASSWORD)
  await send()
  await screen.findByText('Invalid reset token')
  await screen.findByText('Error')
})

it('without a token there is no form but a link to request a new one', async () => {
  const { user, address } = await openPage('/reset-password')
  await screen.findByRole('heading', { name: 'Invalid Reset Link' })
  await user.click(screen.getByRole('link', { name: 'Request New Reset Link' }))
  await eventually(() => expect(address()).toBe('/forgot-password'))
})

it('a forgotten username is sent by mail', async () => {
  const cleo = await newPerson('Cleo')
  const { user, address } = await openPage('/forgot-password')
  await user.click(await screen.findByRole('link', { name: 'Forgot username?' }))
  await screen.findByRole('button', { name: 'Send username' })
  expect(address()).toBe('/forgot-username')
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(hrefOf('Sign in')).toBe('/login')
  expect(hrefOf('Reset password')).toBe('/forgot-password')
  await fill(user, field('Email'), cleo.email)
  await clickButton(user, 'Send username')
  await screen.findByText(/If an account with that email exists, a username recovery email has been sent/)
  expect((await mailTo(cleo.email)).text).toContain(`@${cleo.handle}`)
})

it.each(['/forgot-password', '/forgot-username'])(
  '%s refuses what is no address, and says so when it could not be sent',
  async (path) => {
    const { user, network } = await openPage(path)
    const email = await findField('Email')
    await fill(user, email, 'no address')
    await clickButton(user, /^Send/)
    await eventually(() => expect(descriptionOf(email)).toBe('Please enter a valid email address.'))
    const refusal = 'Too many requests. Please try again in 7 seconds.'
    const headers = { 'content-type': 'text/plain' }
    network.answer((request) =>
      request.path.startsWith('/api/auth/forgot-')
        ? new Response(refusal, { status: 429, headers })
        : undefined,
    )
    await fill(user, email, 'ann@people.example')
    await clickButton(user, /^Send/)
    await screen.findByText(refusal)
    expect(valueOf(email)).toBe('ann@people.example')
  },
)
