import { within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import type { ConversationView } from '#contract/messages.ts'
import { follow, message } from '#tests/pages/support/calls.ts'
import { fill, gone, toastWith } from '#tests/pages/support/elements.ts'
import { newPerson, type PagePerson } from '#tests/pages/support/people.ts'
import { openPage, screen, type OpenedPage } from '#tests/pages/support/open-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import { composer, findBubble, list, listHas, read, row, threadHas, write } from './thread.ts'

let ann: PagePerson
let bob: PagePerson

beforeEach(async () => {
  ;[ann, bob] = await Promise.all([newPerson('Ann'), newPerson('Bob')])
})

const button = (name: string) => screen.findByRole('button', { name })
const shelfLink = () => within(list()).queryByRole('link', { name: /^Requests/ })
const openRow = async ({ user }: OpenedPage, { handle }: PagePerson) => {
  await listHas(`@${handle}`)
  await user.click(within(row(`@${handle}`)!).getByRole('link'))
}
/** What the sender's page is told of the conversation. */
const asSenderSees = async () => (await bob.get<ConversationView[]>('/messages/conversations')).body[0]!
const request = async () => (await ann.get<ConversationView[]>('/messages/requests')).body[0]

it('[L37] a stranger waits in the shelf, is read without a trace, and joins the list', async () => {
  const page = await openPage('/messages', ann)
  await screen.findByText('No messages yet')
  const said = await message(bob, ann, 'We have not been introduced.')
  await eventually(() => expect(shelfLink()?.textContent).toMatch(/Requests\s*1/))
  const newest = await screen.findByRole('list', { name: 'Newest request' })
  expect(newest.textContent).toContain(bob.handle)
  const navigation = screen.getByRole('navigation', { name: 'Main' })
  expect(within(navigation).queryByText(/unread message/)).toBe(null)
  await page.user.click(shelfLink()!)
  await openRow(page, bob)
  await threadHas('We have not been introduced.')
  await eventually(async () => expect((await request())?.unreadCount).toBe(0))
  expect((await asSenderSees()).readSeq[ann.id] ?? 0).toBe(0)

  await page.user.click(await button('Accept'))
  await gone(() => screen.queryByRole('button', { name: 'Accept' }))
  await eventually(async () => expect((await asSenderSees()).readSeq[ann.id]).toBe(said.seq))
  await message(bob, ann, 'Much obliged.')
  await threadHas('Much obliged.')
})

it('[L37] the sender sees that a request was read once it is accepted, and the list of another tab gets it', async () => {
  const said = await message(bob, ann, 'We have not been introduced.')
  await openPage(`/messages?user=${ann.id}`, bob)
  await threadHas(/· Sent/)
  await read(ann, said)
  await ann.post(`/messages/${said.conversationId}/accept`)
  await threadHas(/· Read/)

  const second = await message(await newPerson('Cat'), ann, 'Nor have we.')
  await openPage('/messages', ann)
  await listHas(bob.handle)
  await eventually(() => expect(shelfLink()?.textContent).toMatch(/Requests\s*1/))
  await ann.post(`/messages/${second.conversationId}/accept`)
  await gone(shelfLink)
  await listHas('Nor have we.')
})

it('[L37] a declined request is gone in every tab, and its sender sees nothing of it', async () => {
  const { conversationId } = await message(bob, ann, 'Psst')
  const page = await openPage('/messages?requests=all', ann)
  await openRow(page, bob)
  await page.user.click(await button('Decline'))
  await toastWith('Request declined')
  await screen.findByText('Nobody is waiting')

  await message(bob, ann, 'Are you there?')
  expect(await asSenderSees()).toMatchObject({
    can: { send: true },
    lastMessage: { content: 'Are you there?' },
  })
  await page.reload()
  await screen.findByText('Nobody is waiting')
  await page.goto(`/messages?user=${bob.id}`)
  await screen.findByText('You have declined this request. If you answer, you accept it.')
  await write(page, 'I changed my mind.')
  await listHas(`@${bob.handle}`)

  // Another tab declines.
  const other = await message(await newPerson('Cat'), ann, 'Psst')
  expect(other.conversationId).not.toBe(conversationId)
  await page.goto('/messages?requests=all')
  await listHas('Psst')
  await ann.post(`/messages/${other.conversationId}/decline`)
  await screen.findByText('Nobody is waiting')
})

it('[L37] the page of a sender whose request was declined goes on as before', async () => {
  const { conversationId } = await message(bob, ann, 'Psst')
  await ann.post(`/messages/${conversationId}/decline`)
  const page = await openPage(`/messages?user=${ann.id}`, bob)
  await write(page, 'Are you there?')
  await findBubble('Are you there?')
  await threadHas(/Are you there\?.*· Sent/)
})

it('[L37] a stranger has room for some messages and reads why there are no more', async () => {
  for (let nth = 1; nth < LIMITS.requestMessages; nth += 1) await message(bob, ann, `Knock ${nth}`)
  const page = await openPage(`/messages?user=${ann.id}`, bob)
  await write(page, 'The last knock')
  await screen.findByText('They have not answered yet. You can write more when they answer.')
  await message(ann, bob, 'Come in.')
  await write(page, 'At last.')
  await listHas('At last.')
})

it('[L37] a stranger is blocked from the request, which leaves the shelf', async () => {
  await message(bob, ann, 'Psst')
  const page = await openPage('/messages?requests=all', ann)
  await openRow(page, bob)
  await page.user.click(await button('Block'))
  const dialog = await screen.findByRole('alertdialog')
  await page.user.click(within(dialog).getByRole('button', { name: 'Block' }))
  await screen.findByText('Nobody is waiting')
})

it('somebody lets in only people they follow: a stranger reads why, and a followed person writes', async () => {
  const { user } = await openPage('/privacy-settings', ann)
  const choice = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name: new RegExp(name) })
  await eventually(async () => expect((await choice('Everyone')).checked).toBe(true))
  await user.click(await choice('People I follow'))
  await toastWith('Settings Updated')
  // Another page of hers follows, and this one follows it.
  await ann.put('/user/privacy-settings', { messagesFrom: 'everyone' })
  await eventually(async () => expect((await choice('Everyone')).checked).toBe(true))
  await ann.put('/user/privacy-settings', { messagesFrom: 'followed' })
  await eventually(async () => expect((await choice('People I follow')).checked).toBe(true))

  const page = await openPage(`/messages?user=${ann.id}`, bob)
  await screen.findByText('This person does not accept messages from people they do not know.')
  expect(screen.queryByRole('textbox', { name: `Message to ${ann.name}` })).toBe(null)
  await follow(ann, bob)
  await page.reload()
  await fill(page.user, await composer(), 'Thank you for the key.')
  await page.user.keyboard('{Enter}')
  await eventually(() => expect(page.address()).toMatch(/conversation=/))
  await threadHas('Thank you for the key.')
})

it('[L37] an answer accepts', async () => {
  await message(bob, ann, 'Want to see the throne?')
  const page = await openPage('/messages?requests=all', ann)
  await openRow(page, bob)
  await threadHas('Want to see the throne?')
  await write(page, 'Go on, show me.')
  await gone(() => screen.queryByRole('button', { name: 'Accept' }))
  await page.user.click(await screen.findByRole('link', { name: 'All conversations' }))
  await listHas(`@${bob.handle}`)
})
