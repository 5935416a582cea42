import { randomBytes } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { newPerson, type PagePerson } from '#tests/pages/support/people.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'

let ann: PagePerson
let bob: PagePerson
/** A word that no other test uses. */
let word: string

beforeEach(async () => {
  word = `w${randomBytes(5).toString('hex')}`
  ann = await newPerson(`Ann${word}`)
  bob = await newPerson('Bob')
})

it('finds posts and people during typing, and shows how many', async () => {
  await ann.post('/posts', { text: `A decree about ${word}` })
  await ann.post('/posts', { text: `Another about ${word}` })
  const { user, address } = await openPage('/search', bob)
  await screen.findByText('Search for content')
  const box = await screen.findByRole('searchbox', { name: 'Search posts and people' })
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
