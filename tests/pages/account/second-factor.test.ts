import { within } from '@testing-library/dom'
import { Secret, TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'
import { PASSWORD } from '#tests/support/http-client.ts'
import { fill, gone, toastWith } from '#tests/pages/support/elements.ts'
import { clickButton, findField, logIn } from '#tests/pages/support/forms.ts'
import { oldLogIn } from '#tests/pages/support/old-log-in.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'
import { newPerson } from '#tests/pages/support/people.ts'

const findLock = async () =>
  within((await screen.findByRole('heading', { name: 'Second lock' })).closest('section')!)

it('an old session has to prove its identity, and the action then continues by itself', async () => {
  const ann = await newPerson('Ann')
  const { user, network } = await openPage('/privacy-settings', await oldLogIn(ann))
  const findDialog = async () => within(await screen.findByRole('dialog', { name: 'Prove it is you' }))
  const deleted = () => network.requests.filter(({ path }) => path === '/api/user/delete-account')
  const askToDelete = async () => {
    await clickButton(user, 'Delete My Account')
    await clickButton(user, 'Yes, Delete Forever')
    return findDialog()
  }
  const first = await askToDelete()
  const password = await first.findByLabelText('Current password')
  await eventually(() => expect(document.activeElement).toBe(password))
  await user.keyboard('{Escape}')
  await toastWith('Deletion Failed')
  await gone(() => screen.queryByRole('dialog', { name: 'Prove it is you' }))
  expect(deleted()).toHaveLength(1)

  await clickButton(user, 'Cancel')
  const dialog = await askToDelete()
  await fill(user, await dialog.findByLabelText('Current password'), 'not-the-password')
  await user.click(dialog.getByRole('button', { name: 'It is me' }))
  await dialog.findByText('That is not your current password.')
  await fill(user, dialog.getByLabelText('Current password'), PASSWORD)
  await user.click(dialog.getByRole('button', { name: 'It is me' }))
  await gone(() => screen.queryByRole('dialog', { name: 'Prove it is you' }))
  await toastWith('Account Deleted')
  expect((await ann.get('/auth/me')).status).toBe(401)
})

it('an authenticator app is set up, required at the next log-in, and replaced by a recovery code', async () => {
  const cat = await newPerson('Cat')
  const { user, network, goto } = await openPage('/settings?section=security', cat)
  await user.click(await (await findLock()).findByRole('button', { name: 'Set up app' }))
  await screen.findByRole('img', { name: 'QR code for your authenticator app' })
  const shown = document.querySelector('.font-mono')!.textContent
  const secret = Secret.fromBase32(shown.replaceAll(' ', ''))
  const code = await findField('Code')
  await fill(user, code, '000000')
  await clickButton(user, 'Turn it on')
  await screen.findByText('That code is not right, or has been used already.')
  await fill(user, code, new TOTP({ secret }).generate())
  await clickButton(user, 'Turn it on')
  const codes = await screen.findAllByText(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/)
  expect(codes).toHaveLength(10)
  const [recovery] = codes.map(({ textContent }) => textContent)
  await clickButton(user, 'I have saved them')
  await screen.findByText(/You need six digits from the app at each log-in\./)

  network.clearCookies()
  await goto('/login')
  await logIn(user, cat)
  const second = await findField('Code')
  await eventually(() => expect(document.activeElement).toBe(second))
  await fill(user, second, recovery!)
  await clickButton(user, 'Log in')
  await toastWith('Welcome back!')
  await goto('/settings?section=security')
  await (await findLock()).findByText(/9 left/)
})
