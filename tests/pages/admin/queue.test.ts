import { within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'
import { newAdmin } from '#tests/pages/support/admins.ts'
import { createPost } from '#tests/pages/support/calls.ts'
import { findRow, toastWith } from '#tests/pages/support/elements.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'
import { newPerson } from '#tests/pages/support/people.ts'

it('reports are decided by keys: j and k step, o looks, r resolves, d dismisses', async () => {
  const [queen, ann, bob] = await Promise.all([newAdmin('Queen'), newPerson('Ann'), newPerson('Bob')])
  for (const word of ['First', 'Second', 'Third']) {
    const { id } = await createPost(bob, `${word} rude words of ${bob.handle}`)
    const { status } = await ann.post('/reports', { targetType: 'post', targetId: id, reason: 'harassment' })
    expect(status).toBe(201)
  }
  const { user } = await openPage('/admin?tab=reports', queen)
  const row = (word: string, words?: string) => findRow(`${word} rude words of ${bob.handle}`, words)
  const hasFocus = (word: string) =>
    eventually(async () => expect(document.activeElement).toBe(await row(word)))
  await row('First')
  // The shortcuts come with the area of the toasts.
  await eventually(() => expect(document.querySelector('.rf-toasts')).not.toBeNull())
  ;(await row('Third')).focus()
  await user.keyboard('j')
  await hasFocus('Second')
  await user.keyboard('k')
  await hasFocus('Third')
  await user.keyboard('r')
  await toastWith('Report updated')
  await row('Third', 'resolved')
  await hasFocus('Second')
  await user.keyboard('d')
  await row('Second', 'dismissed')
  await hasFocus('First')
  await user.keyboard('o')
  await within(await screen.findByRole('dialog')).findByText('As it was reported')
  await user.keyboard('{Escape}')
  const first = await row('First', 'pending')
  within(first).getByRole('button', { name: /^Resolve the report .*First rude words/ })

  await user.keyboard('?')
  const keys = await within(await screen.findByRole('dialog')).findByRole('region', { name: 'Reports' })
  expect(keys.textContent).toContain('Dismiss the report')
})
