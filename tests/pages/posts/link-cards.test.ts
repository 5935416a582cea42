import { within } from '@testing-library/dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { befriend, comment, createPost, message } from '#tests/pages/support/calls.ts'
import { choose, fill, findCard, gone, toastWith } from '#tests/pages/support/elements.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'
import { newPerson, type PagePerson } from '#tests/pages/support/people.ts'
import { eventually } from '#tests/support/eventually.ts'
import { linkTo } from '#tests/support/internet.ts'

// A card that comes live, with its picture, is tested in tests/e2e/posts/link-cards.desktop.spec.ts.
let ann: PagePerson
beforeEach(async () => {
  ann = await newPerson('Ann')
})

const text = () => screen.findByRole('textbox', { name: 'What have you been brewing?' })
const linkCard = (inside: HTMLElement, title: string) =>
  [...inside.querySelectorAll('a')].find(({ textContent }) => textContent.includes(title))
const findLinkCard = (inside: () => HTMLElement, title: string) =>
  eventually(() => expect(linkCard(inside(), title)).toBeDefined())
const noLinkCard = (inside: () => HTMLElement, title: string) =>
  eventually(() => expect(linkCard(inside(), title)).toBeUndefined())
const body = () => document.body

it('the author sees the preview while writing, and may hide it', async () => {
  const { user, goto, reload, address } = await openPage('/compose', ann)
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  const flush = async () => {
    await press('Flush it 💩')
    await eventually(() => expect(address()).toBe('/'))
  }
  const old = `Old pipes of ${ann.handle}`
  await fill(user, await text(), `Before: ${linkTo(old)}`)
  await findLinkCard(body, old)
  await press('Hide preview')
  await noLinkCard(body, old)
  // The choice is part of the draft, and of the post.
  await reload()
  await screen.findByRole('button', { name: 'Show preview' })
  await flush()
  await toastWith('Post created!')

  // Another link is shown; with a poll there is none.
  await goto('/compose')
  const recent = `New pipes of ${ann.handle}`
  await fill(user, await text(), `After: ${linkTo(recent)}`)
  await findLinkCard(body, recent)
  await press('Poll')
  await noLinkCard(body, recent)
  await press('Poll')
  await findLinkCard(body, recent)
  await flush()

  // Who edits sees the card of the new text; what was hidden stays hidden.
  await goto(`/u/${ann.handle}`)
  await findLinkCard(body, recent)
  expect(linkCard(await findCard('Before:'), 'gazette.test Old pipes')).toBeUndefined()
  const newer = `Newer pipes of ${ann.handle}`
  const edit = async (words: string) => {
    await choose(user, await findCard(words), 'Edit')
    await fill(user, await screen.findByRole('textbox', { name: 'Post text' }), `${words} ${linkTo(newer)}`)
    return screen.findByRole('dialog', { name: 'Edit post' })
  }
  const cancel = async (dialog: HTMLElement) => {
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await gone(() => screen.queryByRole('dialog'))
  }
  const after = await edit('After:')
  await findLinkCard(() => after, newer)
  await cancel(after)
  const before = await edit('Before:')
  expect(linkCard(before, 'gazette.test')).toBeUndefined()
  await cancel(before)
})

it('a browser without URL.parse (Safari 17) writes and shows web addresses', async () => {
  const bob = await newPerson('Bob')
  await befriend(ann, bob)
  vi.spyOn(URL, 'parse').mockImplementation(() => {
    throw new TypeError('URL.parse is not a function')
  })
  const { user, goto } = await openPage('/compose', ann)
  const panes = `Panes of ${ann.handle}`
  await fill(user, await text(), `Old glass: ${linkTo(panes)}`)
  await findLinkCard(body, panes)
  await user.click(screen.getByRole('button', { name: 'Flush it 💩' }))
  const post = await findCard('Old glass:')
  await findLinkCard(() => post, panes)

  const { id } = await createPost(bob, `Look at https://gazette.test/page?title=Glass and example.com/b`)
  await comment(bob, id, 'And at https://gazette.test/c')
  await goto(`/p/${id}`)
  for (const name of ['example.com/b', 'https://gazette.test/c']) await screen.findByRole('link', { name })

  await message(bob, ann, 'See https://gazette.test/d')
  await goto(`/messages?user=${bob.id}`)
  const thread = await screen.findByRole('region', { name: /^Messages with/ })
  await within(thread).findByRole('link', { name: 'https://gazette.test/d' })
})
