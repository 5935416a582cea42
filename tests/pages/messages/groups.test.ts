import { within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import type { GroupInviteView } from '#contract/messages.groups.ts'
import type { ConversationView } from '#contract/messages.ts'
import { befriend, message } from '#tests/pages/support/calls.ts'
import { fill, gone } from '#tests/pages/support/elements.ts'
import { openPage, screen, type OpenedPage } from '#tests/pages/support/open-page.ts'
import { newPerson, type PagePerson } from '#tests/pages/support/people.ts'
import { eventually } from '#tests/support/eventually.ts'
import {
  findBubble,
  list,
  listHas,
  openOptions,
  read,
  row,
  rowHas,
  thread,
  threadHas,
  write,
} from './thread.ts'

// The picture of a group, and its pages side by side, are tested in tests/e2e/messages/groups.desktop.spec.ts.
let ann: PagePerson
let bob: PagePerson
let cat: PagePerson

beforeEach(async () => {
  ;[ann, bob, cat] = await Promise.all([newPerson('Ann'), newPerson('Bob'), newPerson('Cat')])
  await Promise.all([befriend(ann, bob), befriend(ann, cat)])
})

const makeGroup = async (): Promise<ConversationView> =>
  (
    await ann.post<ConversationView>('/messages/groups', {
      name: 'Night shift',
      memberIds: [bob.id, cat.id],
    })
  ).body
/** What a screen reader is told of the thread. */
const spoken = (words: string) =>
  eventually(() =>
    expect(document.querySelector('.s-thread-body > [aria-live=polite]')?.textContent).toBe(words),
  )
const press = async ({ user }: OpenedPage, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }))
const openAbout = async ({ user }: OpenedPage) => {
  const heading = await screen.findByRole('heading', { name: 'Night shift' })
  await user.click(within(heading).getByRole('button'))
  return screen.findByRole('dialog')
}
const close = async ({ user }: OpenedPage) => {
  await user.keyboard('{Escape}')
  await gone(() => document.querySelector('[role=dialog]'))
}

it('[L49] [L52] a group is made, written in, read and searched', async () => {
  const page = await openPage('/messages', ann)
  const { user, address } = page
  await press(page, 'New message')
  await press(page, 'New group')
  await fill(user, await screen.findByRole('textbox', { name: 'Name' }), 'Night shift')
  for (const { name, handle } of [bob, cat]) {
    await fill(user, await screen.findByRole('searchbox', { name: 'Search for people' }), handle)
    await press(page, `Choose ${name}`)
  }
  await press(page, 'Call the meeting')
  await eventually(() => expect(address()).toMatch(/conversation=/))
  await threadHas('You called the stall meeting "Night shift"')
  const [group] = (await bob.get<ConversationView[]>('/messages/conversations')).body
  const id = group!.id

  await write(page, `Who has the key, @${bob.handle}?`)
  await threadHas(/Who has the key.*Sent/)
  const newest = async () =>
    (await bob.get<{ id: string; conversationId: string; seq: number }[]>(`/messages/${id}`)).body.at(-1)!
  const asked = await newest()
  for (const one of [bob, cat]) await read(one, asked as never)
  await press(page, 'Read by 2')
  await within(await screen.findByRole('dialog')).findByText('Cat')
  await close(page)
  await message(bob, { id }, 'It is under the mat')
  await threadHas('It is under the mat')
  const author = () => [...thread()!.querySelectorAll('.s-bubble-author span')].at(-1)?.textContent
  await eventually(() => expect(author()).toBe('Bob'))

  // Any message of one's own tells who has read it, while that changes.
  await write(page, 'Found it')
  await threadHas(/Found it.*Sent/)
  const told = await newest()
  await read(bob, told as never)
  await screen.findByRole('button', { name: 'Read by 1' })
  await openOptions(page, 'Who has the key')
  await screen.findByRole('menuitem', { name: 'Read by 2' })
  await user.keyboard('{Escape}')
  await openOptions(page, 'Found it')
  await user.click(await screen.findByRole('menuitem', { name: 'Read by 1' }))
  const readers = await screen.findByRole('dialog', { name: 'Who has read it' })
  const namesAre = (...names: string[]) =>
    eventually(() =>
      expect([...readers.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual(
        names.map((name) => expect.stringContaining(name)),
      ),
    )
  await namesAre('Bob')
  await read(cat, told as never)
  await namesAre('Bob', 'Cat')
  await close(page)

  // The menu of mentions offers the members first.
  const field = await screen.findByRole('textbox', { name: /^Message to/ })
  await user.type(field, '@')
  await eventually(() => expect(screen.getByRole('listbox', { name: 'People' }).textContent).toContain('Cat'))
  await fill(user, field, '')

  // A search names who wrote in the group.
  await fill(user, await screen.findByRole('searchbox', { name: 'Search conversations' }), 'mat')
  const result = await within(await screen.findByRole('region', { name: 'Messages found' })).findByRole(
    'link',
  )
  expect(result.textContent).toContain('Bob: It is under the mat')
  await user.click(result)
  await findBubble('It is under the mat')
})

it('[L51] a link brings somebody in, who reads from then on; whoever is shown out sees nothing of it any more', async () => {
  const dan = await newPerson('Dan')
  const { id } = await makeGroup()
  await message(ann, { id }, 'Who has the key?')
  const page = await openPage(`/messages?conversation=${id}`, ann)
  const about = await openAbout(page)
  // Its field for the name waits: on a phone the keyboard would cover the members.
  await eventually(() => expect(document.activeElement).toBe(about))
  await press(page, 'Invitation link')
  const link = await eventually(() => {
    const shown = [...document.querySelectorAll('[aria-label="Invitation link"]')].find(({ textContent }) =>
      textContent.includes('join='),
    )
    return new URL(shown!.textContent)
  })
  await close(page)
  const his = await openPage(link.pathname + link.search, dan)
  await screen.findByText('A stall meeting with 3 people')
  await press(his, 'Join')
  await threadHas('came in by the link')
  expect(thread()!.textContent).not.toContain('Who has the key')
  await ann.delete(`/messages/groups/${id}/members/${dan.id}`)
  await screen.findByText('Select a conversation')
  expect(list().textContent).not.toContain('Night shift')

  // As the others see it.
  const hers = await openPage(`/messages?conversation=${id}`, ann)
  await threadHas('Who has the key?')
  const eve = await newPerson('Eve')
  // A link ends when somebody is shown out.
  const { token } = (await ann.post<GroupInviteView>(`/messages/groups/${id}/invite`)).body
  await eve.post(`/messages/join/${token}`)
  await threadHas('Eve came in by the link')
  await spoken('Eve came in by the link')
  await bob.post(`/messages/groups/${id}/leave`)
  await threadHas('Bob flushed and left')
  await spoken('Bob flushed and left')
  await openAbout(hers)
  await press(hers, 'Options for Eve')
  await hers.user.click(await screen.findByRole('menuitem', { name: 'Remove from group' }))
  await eventually(async () =>
    expect((await eve.get<ConversationView[]>('/messages/conversations')).body).toEqual([]),
  )
})

it('[L49] the list names who wrote, counts what is unread, and forgets a group that one leaves', async () => {
  const { id } = await makeGroup()
  const page = await openPage('/messages', cat)
  await listHas('Night shift')
  await message(bob, { id }, 'It is under the mat')
  await rowHas('Night shift', 'Bob: It is under the mat')
  await rowHas('Night shift', '1 unread message')
  await message(bob, { id }, 'Or was')
  await rowHas('Night shift', 'Bob: Or was')
  await rowHas('Night shift', '2 unread messages')
  await page.user.click(within(row('Night shift')!).getByRole('link'))
  await threadHas('Or was')
  await openAbout(page)
  await press(page, 'Leave')
  await page.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Leave' }))
  await eventually(() => expect(list().textContent).not.toContain('Night shift'))
})
