import { within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { createPost, follow } from '#tests/pages/support/calls.ts'
import { cards, choose, findCard, gone } from '#tests/pages/support/elements.ts'
import { newPerson, type PagePerson } from '#tests/pages/support/people.ts'
import { openPage, screen, type OpenedPage } from '#tests/pages/support/open-page.ts'
import { eventually } from '#tests/support/eventually.ts'

// The reader's Following contains only the writer's posts, whatever other tests post meanwhile.
let writer: PagePerson
let reader: PagePerson

beforeEach(async () => {
  writer = await newPerson('Writer')
  reader = await newPerson('Reader')
  await follow(reader, writer)
})

/** Opens Following and waits until it asks to be told of new posts. */
async function openFollowing(): Promise<OpenedPage> {
  const page = await openPage('/?tab=following', reader)
  await page.sent('"topic":"following"')
  return page
}

it('a feed that fails to load says so and offers to retry', async () => {
  await createPost(writer, 'There after all')
  const { user, network } = await openPage('/notifications', reader)
  network.answer(({ path }) =>
    path.startsWith('/api/posts') ? new Response('No.', { status: 400 }) : undefined,
  )
  await user.click((await screen.findAllByRole('link', { name: 'Home' }))[0]!)
  const alert = await screen.findByRole('alert')
  await within(alert).findByText('Failed to fetch posts')
  network.answerNothing()
  await eventually(async () => {
    // It may be drawn anew before it is pressed.
    for (const retry of screen.queryAllByRole('button', { name: 'Retry' })) await user.click(retry)
    expect(screen.queryByRole('feed', { name: 'For you' })).not.toBeNull()
  })
})

it('Following is empty for somebody who follows nobody', async () => {
  const { user, address, goto } = await openPage('/?tab=following', writer)
  await screen.findByText('No posts yet.')
  await screen.findByText('You follow nobody yet.')
  await goto('/profile')
  await screen.findByText('No posts yet.')
  await user.click(screen.getByRole('link', { name: 'Drop your first one' }))
  await eventually(() => expect(address()).toBe('/compose'))
})

it('a muted person leaves the list at once, and Undo brings them back to the same place', async () => {
  await createPost(writer, 'Mute me if you can')
  const { user } = await openFollowing()
  await choose(user, await findCard('Mute me'), `Mute @${writer.handle}`)
  await gone(() => cards('Mute me'))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await findCard('Mute me')
})

it('the landing page shows the newest posts live', async () => {
  await createPost(writer, 'In the window already')
  const page = await openPage('/')
  const newest = await screen.findByRole('list', { name: 'Newest drops' })
  await within(newest).findAllByRole('listitem')
  await page.sent('watch')
  await createPost(writer, `Fresh in the window of ${writer.handle}`)
  await within(newest).findByText(new RegExp(`Fresh in the window of ${writer.handle}`))
})

it("visitors read 'For you' at /feed and are told to log in before they react", async () => {
  const text = `For all to see, says ${writer.handle}`
  await createPost(writer, text)
  const { user } = await openPage('/feed')
  const card = await findCard(text)
  expect(screen.queryByPlaceholderText('Top Crap Talk 💩')).toBeNull()
  expect(screen.queryByText('Following')).toBeNull()
  await user.click(within(card).getByRole('button', { name: 'poo' }))
  await screen.findByText('Please log in to react to posts.')
})
