import { within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { createPost, follow } from '#tests/pages/support/calls.ts'
import { fill, findCard, toastWith, valueOf } from '#tests/pages/support/elements.ts'
import { newPerson, type PagePerson } from '#tests/pages/support/people.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'
import { eventually } from '#tests/support/eventually.ts'

let ann: PagePerson
let bob: PagePerson

beforeEach(async () => {
  ann = await newPerson('Ann')
  bob = await newPerson('Bob')
})

const findBar = (name: string) => screen.findByRole('progressbar', { name })
const hasText = (card: HTMLElement, words: string) =>
  eventually(() => expect(card.textContent).toContain(words))
const results = () => screen.queryByRole('group', { name: 'Results of the poll' })

it('a poll is asked; its draft is kept; answers are checked', async () => {
  const { user, address, reload } = await openPage('/compose', ann)
  const words = `Over or under, asks ${ann.handle}`
  await fill(user, await screen.findByRole('textbox', { name: 'What have you been brewing?' }), words)
  await user.click(screen.getByRole('button', { name: 'Poll' }))
  await fill(user, await screen.findByRole('textbox', { name: 'Answer 1' }), 'Over')
  const flush = () => user.click(screen.getByRole('button', { name: 'Flush it 💩' }))
  await flush()
  await toastWith('A poll needs two to four different answers.')
  await fill(user, screen.getByRole('textbox', { name: 'Answer 2' }), 'Under')
  await user.click(screen.getByRole('button', { name: 'Add an answer' }))
  await fill(user, await screen.findByRole('textbox', { name: 'Answer 3' }), 'Folded')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Ends after' }), '3 days')
  await reload()
  expect(valueOf(await screen.findByRole('textbox', { name: 'Answer 3' }))).toBe('Folded')
  await flush()
  await eventually(() => expect(address()).toBe('/'))
  await hasText(await findCard(words), '0 votes · ends in 3d')
})

it("a poll's bars follow live; the shares show to those who have voted, on all their pages and after a reload", async () => {
  await follow(bob, ann)
  const { id, poll } = await createPost(ann, 'Over or under', {
    poll: { options: ['Over', 'Under', 'Folded'], minutes: 72 * 60 },
  })
  const vote = (who: PagePerson, option: number) => who.post(`/posts/${id}/vote`, { option })
  expect(poll?.votes).toBe(0)
  const page = await openPage('/?tab=following', bob)
  await page.sent(id)
  const card = await findCard('Over or under')
  const seen = within(card)
  await hasText(card, '0 votes · ends in 3d')
  expect(results()).toBeNull()
  // The count is pushed to those who have not voted as well, the shares are not shown.
  await vote(ann, 0)
  await hasText(card, '1 vote · ends in 3d')
  expect(results()).toBeNull()
  await page.user.click(seen.getByRole('radio', { name: 'Under' }))
  await page.user.click(seen.getByRole('button', { name: 'Vote' }))
  await findBar('Under: 1 of 2 votes')
  await findBar('Over: 1 of 2 votes')
  within(results()!).getByText('Your vote')
  expect(within(results()!).getAllByText('50%')).toHaveLength(2)
  await page.reload()
  await findBar('Under: 1 of 2 votes')
  within(results()!).getByText('Your vote')

  // A page of somebody who votes on another device.
  const cat = await newPerson('Cat')
  const other = await openPage(`/p/${id}`, cat)
  await other.sent(id)
  await screen.findByRole('radio', { name: 'Folded' })
  await vote(cat, 2)
  await findBar('Folded: 1 of 3 votes')
  await eventually(() => within(results()!).getByText('Your vote'))
})

it('a visitor who votes is asked in, and the vote counts afterwards', async () => {
  const { id } = await createPost(ann, 'Whoever you are', { poll: { options: ['Yes', 'No'], minutes: 60 } })
  const { user, network, goto } = await openPage(`/p/${id}`)
  await user.click(await screen.findByRole('radio', { name: 'Yes' }))
  await user.click(screen.getByRole('button', { name: 'Vote' }))
  await toastWith('Please log in to vote.')
  await screen.findByRole('dialog', { name: 'Cast your vote' })
  // They are Bob: the log-in of the same tab, without the form.
  network.signIn(bob)
  await goto(`/p/${id}`)
  await findBar('Yes: 1 of 1 vote')
})
