import { randomBytes } from 'node:crypto'
import { within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { createPost, react } from '#tests/pages/support/calls.ts'
import { cards, fill, findCard, gone, valueOf } from '#tests/pages/support/elements.ts'
import { newPerson, type PagePerson } from '#tests/pages/support/people.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'
import { eventually } from '#tests/support/eventually.ts'

let ann: PagePerson
let bob: PagePerson
/** A word that no other test uses. */
let word: string

beforeEach(async () => {
  word = `w${randomBytes(5).toString('hex')}`
  ann = await newPerson(`Ann${word}`)
  bob = await newPerson('Bob')
})

const findBox = () => screen.findByRole('searchbox', { name: 'Search posts and people' })

it('finds posts and people during typing, and shows how many', async () => {
  await ann.post('/posts', { text: `A decree about ${word}` })
  await ann.post('/posts', { text: `Another about ${word}` })
  const { user, address } = await openPage('/search', bob)
  await screen.findByText('Search for content')
  const box = await findBox()
  await user.type(box, word)
  await screen.findByRole('link', { name: 'Posts (2)' })
  expect(address()).toBe(`/search?q=${word}`)
  await screen.findByText(`A decree about ${word}`)
  await user.click(screen.getByRole('link', { name: 'Users (0)' }))
  await screen.findByText('No users found')
  await user.clear(box)
  await user.type(box, `Ann${word}`)
  await screen.findByRole('link', { name: 'Users (1)' })
  await user.click(screen.getByRole('link', { name: 'Posts (0)' }))
  await screen.findByText('No posts found')
})

it('the tab with results is open while the other one is empty, until one is chosen', async () => {
  const { user } = await openPage(`/search?q=${ann.name}`, bob)
  await screen.findByRole('list', { name: 'People found' })
  const users = await screen.findByRole('link', { name: 'Users (1)' })
  expect(users.getAttribute('aria-current')).toBe('page')
  await user.click(screen.getByRole('link', { name: 'Posts (0)' }))
  await screen.findByText('No posts found')
})

it('a leading # looks for a hashtag; links and Back reach the box', async () => {
  await createPost(ann, `Tagged #${word}`)
  await createPost(ann, `Not tagged ${word}`)
  const { user, address } = await openPage('/search', bob)
  await fill(user, await findBox(), `#${word}`)
  await screen.findByRole('link', { name: 'Posts (1)' })
  expect(address()).toBe(`/search?tag=${word}`)
  const found = await findCard(`Tagged #${word}`)
  await user.click(within(found).getAllByRole('link', { name: ann.name })[0]!)
  await screen.findByRole('heading', { name: ann.name, level: 1 })
  history.back()
  await eventually(async () => expect(valueOf(await findBox())).toBe(`#${word}`))
  await fill(user, await findBox(), '')
  await screen.findByText('Search for content')
})

it('people can be followed from the results; oneself and visitors have no button', async () => {
  const { user } = await openPage(`/search?q=${ann.name}&tab=users`, bob)
  await user.click(await screen.findByRole('button', { name: `Follow ${ann.name}` }))
  await screen.findByRole('button', { name: `Following ${ann.name}` })
  for (const looker of [ann, null]) {
    await openPage(`/search?q=${ann.name}&tab=users`, looker)
    const people = await screen.findByRole('list', { name: 'People found' })
    await within(people).findByRole('link', { name: ann.name })
    expect(screen.queryByRole('button', { name: /^Follow/ })).toBeNull()
  }
})

it('results on screen are updated live', async () => {
  const post = await createPost(ann, `Count on ${word}`)
  const { sent } = await openPage(`/search?q=${word}`, bob)
  const found = await findCard(`Count on ${word}`)
  await sent(post.id)
  await react(ann, post.id, '💩')
  await within(found).findByRole('button', { name: 'poo, 1' })
})

it('people are offered while somebody types into the box of the column, by keys as well', async () => {
  const { user, address } = await openPage('/', bob)
  const box = await screen.findByRole('combobox', { name: 'Search' })
  const options = () => screen.queryAllByRole('option')
  const onlyAnn = () =>
    eventually(() =>
      expect(options().map((one) => one.textContent)).toEqual([expect.stringContaining(`@${ann.handle}`)]),
    )
  await user.type(box, ann.name.slice(0, -2))
  await screen.findByRole('listbox', { name: 'People' })
  await onlyAnn()
  await user.keyboard('{ArrowDown}')
  expect(options()[0]!.getAttribute('aria-selected')).toBe('true')
  await user.keyboard('{Escape}')
  expect(options()).toEqual([])
  await user.keyboard(`{End}${ann.name.slice(-2, -1)}`)
  await onlyAnn()
  await user.keyboard('{ArrowDown}')
  expect(options()[0]!.getAttribute('aria-selected')).toBe('true')
  await user.keyboard('{Enter}')
  await eventually(() => expect(address()).toBe(`/u/${ann.handle}`))
  // Enter alone searches.
  await fill(user, box, word)
  await user.keyboard('{Enter}')
  await eventually(() => expect(address()).toBe(`/search?q=${word}`))
})

it('before typing there are recent searches, which can be cleared', async () => {
  await createPost(ann, `Something about ${word}`)
  const { user, goto, reload } = await openPage('/search', bob)
  await user.type(await findBox(), word)
  const found = await findCard(`Something about ${word}`)
  await user.click(within(found).getAllByRole('link', { name: ann.name })[0]!)
  await screen.findByRole('heading', { name: ann.name, level: 1 })
  await goto('/search')
  const recent = await screen.findByRole('region', { name: 'Recent' })
  expect(
    within(recent)
      .getAllByRole('link')
      .map((one) => one.textContent),
  ).toEqual([word])
  await user.click(within(recent).getByRole('link', { name: word }))
  await findCard(`Something about ${word}`)
  await goto('/search')
  await user.click(
    within(await screen.findByRole('region', { name: 'Recent' })).getByRole('button', { name: 'Clear' }),
  )
  await gone(() => screen.queryByRole('region', { name: 'Recent' }))
  await reload()
  await screen.findByText('Search for content')
  expect(screen.queryByRole('region', { name: 'Recent' })).toBeNull()
})

it('posts are sorted by their reactions, which change live; people stand above the posts', async () => {
  const loved = await createPost(ann, `Loved ${word}`)
  await createPost(ann, `Newer ${word}`)
  await react(ann, loved.id, '💩')
  const { user, address, sent, goto, reload } = await openPage(`/search?q=${word}`, bob)
  const inOrder = (...texts: string[]) =>
    eventually(() => {
      const feed = screen.getByRole('feed', { name: `Posts found for ${word}` })
      const found = within(feed)
        .getAllByRole('article')
        .map((one) => one.textContent)
      expect(found).toEqual(texts.map((text) => expect.stringContaining(`${text} ${word}`)))
    })
  await inOrder('Newer', 'Loved')
  await user.click(screen.getByText('Most reacted'))
  await inOrder('Loved', 'Newer')
  expect(address()).toMatch(/sort=top/)
  await sent(loved.id)
  await react(bob, loved.id, '❤️')
  await within(await findCard(`Loved ${word}`)).findByRole('button', { name: 'red heart, 1' })
  await reload()
  await inOrder('Loved', 'Newer')
  await createPost(bob, `About ${ann.name}`)
  await goto(`/search?q=${ann.name}`)
  const people = await screen.findByRole('region', { name: 'People' })
  within(people).getByRole('link', { name: ann.name })
})

it('filters are offered in words beside the box, and a choice narrows what is found', async () => {
  await createPost(ann, `Mine about ${word}`)
  await createPost(bob, `His about ${word}`)
  const { user } = await openPage('/search', ann)
  const box = await findBox()
  await user.type(box, word)
  await screen.findByRole('link', { name: 'Posts (2)' })
  const choose = async (label: string) => {
    await user.click(screen.getByRole('button', { name: 'Filters' }))
    await user.click(await screen.findByRole('menuitem', { name: label }))
  }
  await choose('From one person')
  await eventually(() => expect(valueOf(box)).toBe(`${word} from:`))
  await eventually(() => expect(document.activeElement).toBe(box))
  await screen.findByText('Write a handle after from:, for example from:ann.')
  await user.keyboard(bob.handle)
  await screen.findByRole('link', { name: 'Posts (1)' })
  expect(cards(`His about ${word}`)).toHaveLength(1)
  await choose('With a picture or a video')
  await screen.findByText('No posts found')
})
