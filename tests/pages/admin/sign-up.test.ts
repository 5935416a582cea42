import { within } from '@testing-library/dom'
import { expect, it, onTestFinished } from 'vitest'
import { SIGN_UP_MESSAGES } from '#contract/account.sign-up.constants.ts'
import { eventually } from '#tests/support/eventually.ts'
import { newAdmin } from '#tests/pages/support/admins.ts'
import { fill, toastWith, valueOf } from '#tests/pages/support/elements.ts'
import { clickButton, descriptionOf, field, findField, signUp } from '#tests/pages/support/forms.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'
import type { PagePerson } from '#tests/pages/support/people.ts'

/** An admin. The site is open again after the test: the others register people. */
async function newQueen(): Promise<PagePerson> {
  const queen = await newAdmin('Queen')
  onTestFinished(async () => void (await queen.put('/admin/sign-up', { mode: 'open' })))
  return queen
}
const findInvitation = () =>
  eventually(() => {
    const found = screen.getAllByRole('listitem').filter((one) => one.textContent.includes('organist'))
    expect(found).toHaveLength(1)
    return found[0]!
  })

it('an admin invites somebody, who registers by the link', async () => {
  const queen = await newQueen()
  const settings = await openPage('/admin?tab=settings', queen)
  await settings.user.click(await screen.findByRole('radio', { name: /^By invitation/ }))
  await clickButton(settings.user, 'Save Sign-up')
  await toastWith('Sign-up Saved')
  await eventually(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save Sign-up' }).disabled).toBe(true),
  )
  await fill(settings.user, field('People'), '0')
  await clickButton(settings.user, 'Create Invitation')
  await eventually(() => expect(descriptionOf(field('People'))).toBe(SIGN_UP_MESSAGES.uses))
  await fill(settings.user, field('People'), '1')
  await fill(settings.user, field('Note (optional)'), 'For the organist')
  await clickButton(settings.user, 'Create Invitation')
  await toastWith('Invitation Created')
  const link = new URL(valueOf(await findField('Link to send')))
  expect((await findInvitation()).textContent).toContain('0 of 1 used')

  const { user, goto, address } = await openPage(link.pathname + link.search)
  const google = await screen.findByRole('link', { name: 'Sign up with Google' })
  expect(google.getAttribute('href')).toBe(`/api/auth/google${link.search}`)
  await signUp(user)
  await eventually(() => expect(address()).toBe('/profile'))

  await openPage('/admin?tab=settings', queen)
  const used = await findInvitation()
  for (const words of ['1 of 1 used', 'Used up']) expect(used.textContent).toContain(words)
  expect(within(used).getAllByRole('link', { name: /^@/ })).toHaveLength(1)
  await openPage(link.pathname + link.search)
  await screen.findByText(SIGN_UP_MESSAGES.invitation)
  await goto('/login')
})

it('without an invitation, and on a closed site, there is a sentence instead of the form', async () => {
  const queen = await newQueen()
  await queen.put('/admin/sign-up', { mode: 'invited' })
  const { user, goto } = await openPage('/register')
  await screen.findByText(SIGN_UP_MESSAGES.invited)
  expect(screen.queryByLabelText('Email')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Sign up with Google' })).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Log in' }))
  await user.click(await screen.findByRole('link', { name: 'Sign up' }))
  await screen.findByText(SIGN_UP_MESSAGES.invited)
  await goto('/register?invite=made-up')
  await screen.findByText(SIGN_UP_MESSAGES.invitation)

  await queen.put('/admin/sign-up', { mode: 'closed' })
  await goto('/register')
  await screen.findByText(SIGN_UP_MESSAGES.closed)
  expect(screen.queryByLabelText('Email')).toBeNull()
})
