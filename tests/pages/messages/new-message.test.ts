import { within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { befriend, follow, message } from '#tests/pages/support/calls.ts'
import { fill, gone } from '#tests/pages/support/elements.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'
import { newPerson, type PagePerson } from '#tests/pages/support/people.ts'
import { eventually } from '#tests/support/eventually.ts'
import { chooseOfConversation, openThread, threadHas, write } from './thread.ts'

let ann: PagePerson
let bob: PagePerson
beforeEach(async () => {
  ;[ann, bob] = await Promise.all([newPerson('Ann'), newPerson('Bob')])
})

const offered = async () => {
  const list = await screen.findByRole('list', { name: 'People' })
  return within(list)
    .queryAllByRole('link')
    .map(({ textContent }) => textContent)
}

it('a message is begun with somebody of a conversation, whom one follows, or whom a name finds', async () => {
  const [cat, dan] = await Promise.all([newPerson('Cat'), newPerson('Dan')])
  await befriend(ann, bob)
  await message(bob, ann, 'Are you in?')
  await follow(ann, cat)
  const page = await openPage('/messages', ann)
  const { user, address } = page
  await user.click(await screen.findByRole('button', { name: 'New message' }))
  const dialog = await screen.findByRole('dialog', { name: 'New message' })
  // Nobody twice: ann follows bob as well.
  await eventually(async () => expect(await offered()).toEqual(['Bob', 'Cat']))
  await fill(user, within(dialog).getByRole('searchbox', { name: 'Search for people' }), dan.handle)
  await eventually(async () => expect(await offered()).toEqual(['Dan']))
  await user.click(within(dialog).getByRole('link', { name: 'Dan' }))
  await gone(() => screen.queryByRole('dialog'))
  expect(address()).toBe(`/messages?user=${dan.id}`)
  await write(page, 'We have not met.')
  await threadHas(/We have not met.*Sent/)
  expect((await dan.get<{ id: string }[]>('/messages/requests')).body).toHaveLength(1)
})

it('the menu of a thread reports and blocks the other person', async () => {
  await befriend(ann, bob)
  await message(bob, ann, 'Are you in?')
  const page = await openThread(ann, bob)
  const { user } = page
  await threadHas('Are you in?')
  await chooseOfConversation(page, 'Report')
  await screen.findByRole('dialog', { name: /Report/ })
  await user.keyboard('{Escape}')
  await gone(() => screen.queryByRole('dialog'))
  await chooseOfConversation(page, `Block @${bob.handle}`)
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Block' }))
  await screen.findByText('You cannot write to this person.')
  expect((await bob.post('/messages', { receiverId: ann.id, content: 'Hello?' })).status).toBe(403)
})
