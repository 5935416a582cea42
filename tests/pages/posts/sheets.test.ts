import { within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { createPost, editPost, react } from '#tests/pages/support/calls.ts'
import { choose, findCard, gone } from '#tests/pages/support/elements.ts'
import { newPerson, type PagePerson } from '#tests/pages/support/people.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'
import { eventually } from '#tests/support/eventually.ts'

let ann: PagePerson
let bob: PagePerson

beforeEach(async () => {
  ann = await newPerson('Ann')
  bob = await newPerson('Bob')
})

const textsOf = (elements: HTMLElement[]) => elements.map((one) => one.textContent)

it('the people who reacted are a list, in all and by emoji; its figures are live', async () => {
  const cat = await newPerson('Cat')
  const { id } = await createPost(ann, 'Who likes it?')
  const { user, address, sent } = await openPage(`/u/${ann.handle}`, ann)
  const card = within(await findCard('Who likes it?'))
  await sent(id)
  await user.click(card.getByRole('button', { name: 'Post options' }))
  await screen.findByRole('menuitem', { name: 'Copy link' })
  expect(screen.queryByRole('menuitem', { name: 'Who reacted' })).toBeNull()
  await user.keyboard('{Escape}')

  await react(bob, id, '💩')
  await card.findByRole('button', { name: 'poo, 1' })
  await choose(user, await findCard('Who likes it?'), 'Who reacted')
  const sheet = within(await screen.findByRole('dialog', { name: 'Who reacted' }))
  const rowsHave = (...handles: string[]) =>
    eventually(() =>
      expect(textsOf(sheet.getAllByRole('listitem'))).toEqual(
        handles.map((one) => expect.stringContaining(one)),
      ),
    )
  await rowsHave(bob.handle)
  await react(cat, id, '😂')
  await eventually(() => expect(textsOf(sheet.getAllByRole('tab'))).toEqual(['All 2', '💩1', '😂1']))
  await user.click(sheet.getByRole('tab', { name: /laughing face/ }))
  await rowsHave(cat.handle)
  await user.click(sheet.getByRole('tab', { name: /All/ }))
  await eventually(() => expect(sheet.getAllByRole('listitem')).toHaveLength(2))

  // A name leads to the profile, and the sheet is gone.
  await user.click(sheet.getByRole('link', { name: 'Bob' }))
  await eventually(() => expect(address()).toBe(`/u/${bob.handle}`))
  await gone(() => screen.queryByRole('dialog', { name: 'Who reacted' }))
})

it("the post's own page opens the list, for a visitor as well", async () => {
  const { id } = await createPost(ann, 'Whose poo is it?')
  const { user } = await openPage(`/p/${id}`)
  const open = await screen.findByRole('button', { name: 'Who reacted' })
  await user.click(open)
  await within(await screen.findByRole('dialog', { name: 'Who reacted' })).findByText('Nobody yet')
  await user.keyboard('{Escape}')
  await eventually(() => expect(document.activeElement).toBe(open))
  await react(bob, id, '💩')
  await user.click(open)
  const sheet = within(await screen.findByRole('dialog', { name: 'Who reacted' }))
  await sheet.findByRole('link', { name: 'Bob' })
  expect(sheet.queryByRole('button', { name: /^Follow/ })).toBeNull()
})

it("'edited' opens what a post said before, and an edit shows while it is open", async () => {
  const { id } = await createPost(ann, 'The seat is up')
  const { user, sent } = await openPage(`/u/${ann.handle}`, bob)
  const shown = within(await findCard('The seat is up'))
  await sent(id)
  expect(shown.queryByRole('button', { name: /^edited/ })).toBeNull()

  await editPost(ann, id, 'The seat is down')
  const edited = async (text: string) =>
    within(await findCard(text)).findByRole('button', { name: /^edited/ })
  await user.click(await edited('The seat is down'))
  const sheet = within(await screen.findByRole('dialog', { name: 'Edit history' }))
  const versionsAre = (...versions: RegExp[]) =>
    eventually(() =>
      expect(textsOf(sheet.getAllByRole('listitem'))).toEqual(
        versions.map((one) => expect.stringMatching(one)),
      ),
    )
  await versionsAre(/Current.*The seat is down/, /The seat is up/)
  await editPost(ann, id, 'The seat is gone')
  await versionsAre(/Current.*The seat is gone/, /The seat is down/, /The seat is up/)
  await user.keyboard('{Escape}')
  const opener = await edited('The seat is gone')
  await eventually(() => expect(document.activeElement).toBe(opener))
})

it('a warning covers what was said before as well', async () => {
  const { id } = await createPost(ann, 'It was the duke', { contentWarn: 'Who did it' })
  await editPost(ann, id, 'It was the king')
  const { user } = await openPage(`/p/${id}`)
  await screen.findByText('edited')
  expect(screen.queryByRole('button', { name: /^edited/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: /Content warning/ }))
  await user.click(await screen.findByRole('button', { name: /^edited/ }))
  const sheet = await screen.findByRole('dialog', { name: 'Edit history' })
  await within(sheet).findByText(/It was the duke/)
})

it('after the time is over the author reads that a deleted post is gone for good', async () => {
  const { id } = await createPost(ann, 'No way back')
  const { user, network, address } = await openPage(`/p/${id}`, ann)
  await choose(user, await findCard('No way back'), 'Delete')
  await eventually(() => expect(address()).toBe('/'))
  const undo = await screen.findByRole('button', { name: 'Undo' })
  expect((await ann.get(`/posts/${id}`)).status).toBe(404)
  network.answer(({ path }) =>
    path.endsWith('/restore') ? new Response('It is gone for good.', { status: 404 }) : undefined,
  )
  await user.click(undo)
  await screen.findByText('Failed to bring the post back')
  await screen.findByText('It is gone for good.')
})
