import { beforeEach, expect, it } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'
import { createPost } from '#tests/pages/support/calls.ts'
import { findCard, toastWith } from '#tests/pages/support/elements.ts'
import { clickButton } from '#tests/pages/support/forms.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'
import { newPerson, type PagePerson } from '#tests/pages/support/people.ts'

let ann: PagePerson
let bob: PagePerson
beforeEach(async () => {
  ann = await newPerson('Ann')
  bob = await newPerson('Bob')
})

const counted = (what: 'posts' | 'following' | 'followers', count: string) =>
  eventually(() => expect(document.querySelector(`[data-count=${what}]`)?.textContent).toBe(count))
const headed = (name: string) =>
  eventually(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(name))

it('a profile shows a person and their posts', async () => {
  await createPost(bob, 'Long live the plunger')
  await openPage(`/u/${bob.handle}`, ann)
  await headed('Bob')
  await screen.findAllByText(`@${bob.handle}`)
  const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(),
  )
  await screen.findByText(`Joined ${month}`)
  await counted('posts', '1')
  await findCard('Long live the plunger')
})

it('a follow that fails says so and changes nothing', async () => {
  const { user, network } = await openPage(`/u/${bob.handle}`, ann)
  const headers = { 'content-type': 'text/plain' }
  network.answer(({ path }) =>
    path.endsWith('/follow')
      ? new Response('The throne is busy. Please try again in a moment.', { status: 503, headers })
      : undefined,
  )
  await clickButton(user, 'Follow')
  expect((await toastWith('Failed to follow user')).textContent).toContain('The throne is busy.')
  await screen.findByRole('button', { name: 'Follow' })
})

it('nobody by that name is not found', async () => {
  const { user, address } = await openPage('/u/nobody_at_all', ann)
  await headed('User not found')
  await user.click(screen.getByRole('link', { name: 'Go back home' }))
  await eventually(() => expect(address()).toBe('/'))
})

it('only the owner sees the settings', async () => {
  await openPage(`/u/${bob.handle}?tab=settings`, ann)
  await headed('Bob')
  const tabs = await screen.findByRole('navigation', { name: 'Profile' })
  const words = [...tabs.querySelectorAll('a')].map(({ textContent }) => textContent)
  expect(words).toEqual(['Posts', 'Replies', 'Media', 'Likes'])
  expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull()
})
