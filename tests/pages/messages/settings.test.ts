import { within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { befriend, message } from '#tests/pages/support/calls.ts'
import { fill, gone, toastWith } from '#tests/pages/support/elements.ts'
import { newPerson, type PagePerson } from '#tests/pages/support/people.ts'
import { openPage, screen, type OpenedPage } from '#tests/pages/support/open-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import { chooseOfConversation, list, listHas, row, rowHas, rowTexts, thread, threadHas } from './thread.ts'

let ann: PagePerson
let bob: PagePerson

beforeEach(async () => {
  ;[ann, bob] = await Promise.all([newPerson('Ann'), newPerson('Bob')])
  await befriend(ann, bob)
})

const rowLacks = (who: PagePerson, words: string) =>
  eventually(() => expect(row(who.handle)!.textContent).not.toContain(words))
const rowsAre = (...texts: RegExp[]) =>
  eventually(() => expect(rowTexts()).toEqual(texts.map((text) => expect.stringMatching(text))))

it('a muted conversation makes no notification until it is unmuted, here or in another tab', async () => {
  const { conversationId } = await message(ann, bob, 'hello')
  const page = await openPage(`/messages?user=${ann.id}`, bob)
  await threadHas('hello')
  await chooseOfConversation(page, 'Mute: Always')
  await toastWith('Conversation muted')
  await rowHas(ann.handle, 'Muted')
  const { body } = await bob.get<{ id: string }[]>('/notifications')
  await bob.post('/notifications/read', { ids: body.map(({ id }) => id) })
  await page.goto('/messages')
  await rowHas(ann.handle, 'Muted')
  expect(document.title).not.toMatch(/^\(/)
  await message(ann, bob, 'unheard')
  await rowHas(ann.handle, 'unheard')
  await rowHas(ann.handle, '1 unread message')
  expect(document.title).not.toMatch(/^\(/)

  // Another tab unmutes and mutes.
  await bob.delete(`/messages/${conversationId}/mute`)
  await rowLacks(ann, 'Muted')
  await bob.put(`/messages/${conversationId}/mute`, { for: 'always' })
  await rowHas(ann.handle, 'Muted')

  await page.goto(`/messages?user=${ann.id}`)
  await chooseOfConversation(page, 'Unmute')
  await rowLacks(ann, 'Muted')
  await page.goto('/messages')
  await message(ann, bob, 'heard')
  await eventually(() => expect(document.title).toMatch(/^\(1\)/))
})

it('a conversation marked as unread is left, counts 1 in every tab, and is read when it is opened', async () => {
  const { conversationId, seq } = await message(ann, bob, 'hello')
  const page = await openPage(`/messages?user=${ann.id}`, bob)
  await threadHas('hello')
  await rowHas(ann.handle, 'hello')
  await rowLacks(ann, 'unread')
  await chooseOfConversation(page, 'Mark as unread')
  await gone(thread)
  await rowHas(ann.handle, '1 unread message')
  await page.user.click(within(row(ann.handle)!).getByRole('link'))
  await threadHas('hello')
  await rowLacks(ann, 'unread')

  // Another tab does it.
  await page.goto('/messages')
  await rowHas(ann.handle, 'hello')
  await bob.post(`/messages/${conversationId}/unread`)
  await rowHas(ann.handle, '1 unread message')
  await bob.post(`/messages/${conversationId}/read`, { seq })
  await rowLacks(ann, 'unread')
})

it('a conversation is archived and pinned from its row, in every tab at once, and a message brings it back', async () => {
  const cat = await newPerson('Cat')
  await befriend(bob, cat)
  const { conversationId: withAnn } = await message(ann, bob, 'hello from Ann')
  const { conversationId: withCat } = await message(cat, bob, 'hello from Cat')
  const page = await openPage('/messages', bob)
  await rowsAre(/hello from Cat/, /hello from Ann/)
  await chooseOfRow(page, ann, 'Pin')
  await rowsAre(/Ann.*Pinned/, /Cat/)
  await chooseOfRow(page, cat, 'Archive')
  await toastWith('Conversation archived')
  await rowsAre(/hello from Ann/)

  await page.user.click(within(list()).getByRole('link', { name: 'Archived' }))
  await rowsAre(/hello from Cat/)
  const box = within(list()).getByRole('searchbox', { name: 'Search conversations' })
  await fill(page.user, box, 'nobody')
  await listHas('Nobody by that name is archived.')
  await fill(page.user, box, cat.handle)
  await rowsAre(/hello from Cat/)
  await page.user.click(within(row(cat.handle)!).getByRole('link'))
  await threadHas('hello from Cat')
  await listHas('All conversations')

  await message(cat, bob, 'are you hiding me?')
  await listHas('Nothing in the cistern')
  await page.goto('/messages')
  await rowsAre(/hello from Ann/, /are you hiding me/)
  expect(within(list()).queryByRole('link', { name: 'Archived' })).toBe(null)

  // Another tab does it.
  await bob.delete(`/messages/${withAnn}/pin`)
  await rowsAre(/are you hiding me/, /hello from Ann/)
  await bob.put(`/messages/${withAnn}/pin`)
  await rowsAre(/Ann.*Pinned/, /Cat/)
  await bob.put(`/messages/${withCat}/archive`)
  await rowsAre(/hello from Ann/)
  await message(cat, bob, 'here again')
  await rowsAre(/hello from Ann/, /here again/)
})

async function chooseOfRow({ user }: OpenedPage, who: PagePerson, entry: string): Promise<void> {
  await user.hover(row(who.handle)!)
  await user.click(await within(row(who.handle)!).findByRole('button', { name: /^Options of/ }))
  await user.click(await screen.findByRole('menuitem', { name: entry }))
}
