import { within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'
import { createPost } from '#tests/pages/support/calls.ts'
import { findCard, gone, toastWith } from '#tests/pages/support/elements.ts'
import { clickButton } from '#tests/pages/support/forms.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'
import { newPerson } from '#tests/pages/support/people.ts'

const findConsent = (name: string) => screen.findByRole<HTMLInputElement>('switch', { name })
const isChecked = (name: string, checked: boolean) =>
  eventually(async () => {
    const { checked: is, disabled } = await findConsent(name)
    expect([is, disabled]).toEqual([checked, false])
  })

it('consents are saved, and follow those of another tab; the account is deleted in two steps', async () => {
  const lena = await newPerson('Lena')
  const { user, address } = await openPage('/privacy-settings', lena)
  await isChecked('Analytics', false)
  await user.click(await findConsent('Analytics'))
  await toastWith('Settings Updated')
  await isChecked('Analytics', true)
  await isChecked('Marketing', false)
  await lena.put('/user/privacy-settings', { marketingConsent: true })
  await isChecked('Marketing', true)

  const findButton = (name: string) => screen.findByRole('button', { name })
  const hasFocus = (name: string) =>
    eventually(async () => expect(document.activeElement).toBe(await findButton(name)))
  ;(await findButton('Delete My Account')).focus()
  await user.keyboard('{Enter}')
  await hasFocus('Cancel')
  await user.keyboard('{Enter}')
  await hasFocus('Delete My Account')
  await user.keyboard('{Enter}')
  await clickButton(user, 'Yes, Delete Forever')
  await toastWith('Account Deleted')
  expect((await lena.get('/auth/me')).status).toBe(401)
  await eventually(() => expect(address()).toBe('/'))
  await screen.findAllByRole('link', { name: 'Get Started' })
})

it('others see a deleted account disappear', async () => {
  const [lena, bob] = await Promise.all([newPerson('Lena'), newPerson('Bob')])
  const post = await createPost(lena, 'My last words')
  await openPage(`/p/${post.id}`, bob)
  await findCard('My last words')
  await lena.delete('/user/delete-account')
  await screen.findByText('Post not found')
})

it('a switch is disabled until its state is known, and a click while it is saved changes nothing', async () => {
  const lena = await newPerson('Lena')
  const { user, network } = await openPage('/settings', lena)
  const sections = await screen.findByRole('navigation', { name: 'Sections' })
  const SETTINGS = '/api/user/privacy-settings'
  const writes = () =>
    network.requests.flatMap(({ method, path, body }) =>
      method === 'PUT' && path === SETTINGS ? [body] : [],
    )
  const held = Promise.withResolvers<void>()
  network.answer(async ({ path }) => {
    if (path === SETTINGS) await held.promise
    return undefined
  })
  await user.click(within(sections).getByRole('link', { name: 'Privacy' }))
  expect((await findConsent('Read receipts')).disabled).toBe(true)
  held.resolve()
  await isChecked('Read receipts', true)
  expect(writes()).toEqual([])

  const save = network.holdWrites(SETTINGS)
  const isSaving = () =>
    eventually(async () => expect((await findConsent('Read receipts')).ariaBusy).toBe('true'))
  await user.click(await findConsent('Read receipts'))
  await isSaving()
  await user.click(await findConsent('Read receipts'))
  await isSaving()
  save()
  await toastWith('Settings Updated')
  await isChecked('Read receipts', false)
  expect(writes()).toEqual([{ readReceipts: false }])
  await gone(() => screen.queryByText('Update Failed'))
})
