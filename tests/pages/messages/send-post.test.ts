import { within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import { befriend, createPost, deletePost, message } from '#tests/pages/support/calls.ts'
import { fill, findCard, gone, toastWith } from '#tests/pages/support/elements.ts'
import { openPage, screen, type OpenedPage } from '#tests/pages/support/open-page.ts'
import { newPerson, type PagePerson } from '#tests/pages/support/people.ts'
import { eventually } from '#tests/support/eventually.ts'
import { listHas, thread, threadHas } from './thread.ts'

let ann: PagePerson
let bob: PagePerson
let cat: PagePerson
beforeEach(async () => {
  ;[ann, bob, cat] = await Promise.all([newPerson('Ann'), newPerson('Bob'), newPerson('Cat')])
  await Promise.all([befriend(ann, bob), befriend(bob, cat)])
})

async function openSheet({ user }: OpenedPage, text: string): Promise<HTMLElement> {
  await user.click(within(await findCard(text)).getByRole('button', { name: 'Share' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Send in a message' }))
  return screen.findByRole('dialog', { name: 'Send in a message' })
}

it('a post is sent in a message: to somebody known or found, as a card that lives', async () => {
  const text = `Worth a message, says ${ann.handle}`
  const { id } = await createPost(ann, text)
  await message(cat, bob, 'Anything new?')
  const page = await openPage(`/u/${ann.handle}`, bob)
  const { user } = page
  const sheet = await openSheet(page, text)
  const words = within(sheet).getByRole('textbox', { name: 'Words with it' })
  const sendTo = async (name: string) =>
    user.click(await within(sheet).findByRole('button', { name: `Send to ${name}` }))
  await fill(user, words, 'This:')
  await sendTo('Cat')
  await eventually(() => expect(within(sheet).getByText('Cat').closest('li')!.textContent).toContain('Sent'))
  // Somebody without a conversation is found by name.
  await fill(user, words, '')
  await fill(user, within(sheet).getByRole('searchbox', { name: 'Search people' }), ann.handle)
  await sendTo('Ann')
  await within(sheet).findByRole('button', { name: 'Sent' })
  await user.keyboard('{Escape}')
  await gone(() => screen.queryByRole('dialog'))

  const [known] = (await cat.get<ConversationView[]>('/messages/conversations')).body
  const said = (await cat.get<MessageView[]>(`/messages/${known!.id}`)).body.map(({ content }) => content)
  expect(said.some((content) => content.startsWith('This:'))).toBe(true)
  const hers = await openPage(`/messages?user=${bob.id}`, cat)
  await threadHas('This:')
  await within(thread()!).findByRole('link', { name: new RegExp(text) })
  expect(thread()!.textContent).not.toContain(`/post/${id}`)
  await deletePost(ann, id)
  await within(thread()!).findByText('This drop went down the drain.')
  await ann.post(`/posts/${id}/restore`)
  await hers.user.click(await within(thread()!).findByRole('link', { name: new RegExp(text) }))
  await eventually(() => expect(hers.address()).toBe(`/p/${id}`))

  await openPage('/messages', ann)
  await listHas('A drop')
})

it('what cannot be sent is said, and can be sent again', async () => {
  const text = `Not for ${bob.handle}`
  await createPost(ann, text)
  await message(bob, ann, 'Hello')
  const page = await openPage(`/u/${ann.handle}`, ann)
  await openSheet(page, text)
  page.network.answer(({ method, path }) =>
    method === 'POST' && path === '/api/messages'
      ? new Response('You cannot message this person.', { status: 403 })
      : undefined,
  )
  const send = await screen.findByRole('button', { name: 'Send to Bob' })
  await page.user.click(send)
  await toastWith('You cannot message this person.')
  page.network.answerNothing()
  await page.user.click(send)
  await screen.findByRole('button', { name: 'Sent' })
})
