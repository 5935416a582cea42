import { within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import type { MessageView } from '#contract/messages.ts'
import { befriend, message } from '#tests/pages/support/calls.ts'
import { fill, gone, toastWith, valueOf } from '#tests/pages/support/elements.ts'
import { newPerson, type PagePerson } from '#tests/pages/support/people.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import {
  bubble,
  chooseOf,
  composer,
  findBubble,
  list,
  listHas,
  read,
  row,
  rowHas,
  thread,
  threadHas,
  write,
  openThread,
} from './thread.ts'

let ann: PagePerson
let bob: PagePerson

beforeEach(async () => {
  ;[ann, bob] = await Promise.all([newPerson('Ann'), newPerson('Bob')])
  await befriend(ann, bob)
})

/** Resolves as soon as the field has this text. */
const fieldHas = (text: string) => eventually(async () => expect(valueOf(await composer())).toBe(text))
/** The newest message, as somebody else reads it. */
async function newest(who: PagePerson, conversationId: string): Promise<MessageView> {
  const { body } = await who.get<MessageView[]>(`/messages/${conversationId}`)
  return body.at(-1)!
}
const conversationOf = (address: string) => /conversation=(\w+)/.exec(address)![1]!

it('the input keeps its focus while the first message creates the conversation', async () => {
  const { user, address } = await openThread(ann, bob)
  await user.type(await composer(), 'one{Enter}')
  await user.keyboard('two')
  await eventually(() => expect(address()).toMatch(/conversation=/))
  await user.keyboard('{Enter}')
  await threadHas('two')
  expect(screen.queryByText('Message sent')).toBe(null)
})

it('unread counts rise while nobody reads, and fall when the thread is read, here or in another tab', async () => {
  const { user } = await openPage('/messages', bob)
  await screen.findByText('No messages yet')
  await message(ann, bob, 'one')
  await message(ann, bob, 'two')
  await rowHas('Ann', '2 unread messages')
  await user.click(within(row('Ann')!).getByRole('link'))
  await threadHas('two')
  await eventually(() => expect(row('Ann')!.textContent).not.toContain('unread'))

  // What another tab reads.
  const navigation = within(screen.getByRole('navigation', { name: 'Main' }))
  await user.click(navigation.getByRole('link', { name: 'Home' }))
  await gone(thread)
  const third = await message(ann, bob, 'three')
  await user.click(navigation.getByRole('link', { name: /^Messages/ }))
  await rowHas('Ann', '1 unread message')
  await read(bob, third)
  await eventually(() => expect(row('Ann')!.textContent).not.toContain('unread'))
})

it('a draft survives a reload, belongs to its conversation, and marks its row while another is open', async () => {
  const page = await openThread(ann, bob)
  await fill(page.user, await composer(), 'half a thou')
  await page.reload()
  await fieldHas('half a thou')
  await write(page, 'a whole thought')
  await rowHas(bob.handle, 'You: a whole thought')
  await fill(page.user, await composer(), 'half a thou')
  await rowHas(bob.handle, 'You: a whole thought')
  await page.goto('/messages')
  await rowHas(bob.handle, 'Draft: half a thou')
  await page.user.click(within(row(bob.handle)!).getByRole('link'))
  await fieldHas('half a thou')
  await rowHas(bob.handle, 'You: a whole thought')
})

it('who switches off read receipts shows no more of them, on open pages at once', async () => {
  await message(ann, bob, 'have you read this?').then((sent) => read(bob, sent))
  const { user } = await openPage('/privacy-settings', bob)
  const receipts = await screen.findByRole<HTMLInputElement>('switch', { name: 'Read receipts' })
  await eventually(() => expect(receipts.checked || receipts.ariaChecked === 'true').toBe(true))
  await user.click(receipts)
  await toastWith('Settings Updated')
  const page = await openThread(ann, bob)
  await screen.findByText(/· Sent$/)
  const { body: settings } = await bob.get<object>('/user/privacy-settings')
  const setReceipts = (readReceipts: boolean) =>
    bob.put('/user/privacy-settings', { ...settings, readReceipts })
  await setReceipts(true)
  await screen.findByText(/· Read$/)
  await setReceipts(false)
  await screen.findByText(/· Sent$/)
  await write(page, 'and this?')
  await findBubble('and this?')
  await eventually(async () => {
    const sent = await newest(bob, conversationOf(page.address()))
    expect(sent.content).toBe('and this?')
    await read(bob, sent)
  })
  expect(screen.queryByText(/· Read$/)).toBe(null)
  await setReceipts(true)
  await screen.findByText(/· Read$/)
})

it('a deleted message disappears on both sides, and comes back for both', async () => {
  const said = await message(ann, bob, 'regrettable')
  const answer = await message(bob, ann, 'unspeakable')
  const page = await openThread(ann, bob)
  await chooseOf(page, 'regrettable', 'Delete message')
  // The offer stays while it is hovered.
  const undo = within(await toastWith('Undo')).getByRole('button', { name: 'Undo' })
  await page.user.hover(undo)
  await threadHas('Message deleted')
  expect(thread()!.textContent).not.toContain('regrettable')
  const asBobReads = async () => (await bob.get<MessageView[]>(`/messages/${said.conversationId}`)).body[0]!
  await eventually(async () => expect(await asBobReads()).toMatchObject({ deleted: true, content: '' }))

  // Courtesy Flush: it comes back, for both.
  await page.user.click(undo)
  await threadHas('regrettable')
  await gone(() => within(thread()!).queryByText('Message deleted'))
  await eventually(async () =>
    expect(await asBobReads()).toMatchObject({ deleted: false, content: 'regrettable' }),
  )

  // The other one does the same.
  const path = `/messages/${said.conversationId}/${answer.id}`
  await bob.delete(path)
  await threadHas('Message deleted')
  expect(thread()!.textContent).not.toContain('unspeakable')
  await bob.post(`${path}/restore`)
  await threadHas('unspeakable')
  expect(thread()!.textContent).not.toContain('Message deleted')
})

it('a message just sent is taken back without a trace, and its words return to the field', async () => {
  const page = await openThread(ann, bob)
  await write(page, 'the first words')
  await listHas('the first words')
  const undo = async (words: string) =>
    page.user.click(await eventually(() => within(bubble(words)!).getByRole('button', { name: 'Undo' })))
  await undo('the first words')
  // Nothing was said yet, so there is nothing to list.
  await gone(() => within(list()).queryByText(`@${bob.handle}`))
  await fieldHas('the first words')

  await write(page, 'before the slip')
  await threadHas(/before the slip.*Sent/)
  await write(page, 'a slip of the thumb')
  await undo('a slip of the thumb')
  await fieldHas('a slip of the thumb')
  await eventually(() => expect(thread()!.textContent).not.toContain('a slip of the thumb'))
  expect(thread()!.textContent).toContain('before the slip')
  expect(within(thread()!).queryByText('Message deleted')).toBe(null)
  await listHas('before the slip')
  const id = conversationOf(page.address())
  const texts = async () =>
    (await bob.get<MessageView[]>(`/messages/${id}`)).body
      .filter(({ takenBack }) => !takenBack)
      .map(({ content }) => content)
  expect(await texts()).toEqual(['before the slip'])
  // The next one follows without a gap.
  await write(page, 'what I meant')
  await threadHas(/what I meant.*Sent/)
  expect(await texts()).toEqual(['before the slip', 'what I meant'])

  // On the other's screen.
  const slip = await message(bob, ann, 'a slip of the tongue')
  await threadHas('a slip of the tongue')
  await bob.post(`/messages/${id}/${slip.id}/take-back`)
  await eventually(() => expect(thread()!.textContent).not.toContain('a slip of the tongue'))
  await listHas('what I meant')
  expect(within(thread()!).queryByText('Message deleted')).toBe(null)
  await page.reload()
  await threadHas('what I meant')
  expect(thread()!.textContent).not.toContain('a slip of')
})

it('a first message that is taken back leaves the list of the other one empty', async () => {
  await openPage('/messages', bob)
  await screen.findByText('No messages yet')
  const { conversationId, id } = await message(ann, bob, 'the first words')
  await listHas('the first words')
  await ann.post(`/messages/${conversationId}/${id}/take-back`)
  await gone(() => within(list()).queryByText(`@${ann.handle}`))
})
